const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// what XML 1.0 cannot hold, escaped or not
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(impossible, '')
    .replace(/[&<>"]/g, sign => escapes[sign] ?? sign)

type Member = string | number | { readonly [name: string]: Member }

const element = (name: string, value: Member): string =>
  typeof value === 'object'
    ? `<${name}>${elements(value)}</${name}>`
    : `<${name}>${escaped(String(value))}</${name}>`

const elements = (members: { readonly [name: string]: Member }): string =>
  Object.entries(members)
    .map(([name, value]) => element(name, value))
    .join('')

export const XML_TYPE = 'text/xml; charset=UTF-8'

/** One child per member (spec 06 §2.1). */
export const oembedXml = (members: { readonly [name: string]: Member }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<oembed>${elements(members)}</oembed>\n`
