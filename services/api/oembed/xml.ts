import { escapeXml } from '../../../shared/kernel/html/escape-xml.ts'

type Member = string | number | { readonly [name: string]: Member }

const element = (name: string, value: Member): string =>
  typeof value === 'object'
    ? `<${name}>${elements(value)}</${name}>`
    : `<${name}>${escapeXml(String(value))}</${name}>`

const elements = (members: { readonly [name: string]: Member }): string =>
  Object.entries(members)
    .map(([name, value]) => element(name, value))
    .join('')

export const XML_TYPE = 'text/xml; charset=UTF-8'

/** One child per member (spec 06 §2.1). */
export const oembedXml = (members: { readonly [name: string]: Member }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<oembed>${elements(members)}</oembed>\n`
