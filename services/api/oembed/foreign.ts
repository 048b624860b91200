import { embeddedHtml } from '../../../shared/kernel/html/embedded.ts'
import { decodeReferences } from '../../../shared/kernel/html/references.ts'
import { plainText } from '../../../shared/kernel/html/plain-text.ts'

export type Foreign = Readonly<Record<string, string | number>>

const TYPES = ['rich', 'video', 'photo', 'link']

/** Members of an answer in JSON or XML; null: it is neither, or not one of oEmbed. */
export const readForeign = (text: string, contentType: string): Foreign | null =>
  /json/i.test(contentType) ? fromJson(text) : fromXml(text)

const fromJson = (text: string): Foreign | null => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const members = Object.entries(value).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || (typeof entry[1] === 'number' && Number.isFinite(entry[1])),
    )
    return Object.fromEntries(members)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const CHILD = /<([a-z_]+)>(?:\s*<!\[CDATA\[([^]*?)\]\]>\s*|([^<]*))<\/\1>/gi

const fromXml = (text: string): Foreign | null => {
  const body = /<oembed\b[^>]*>([^]*)<\/oembed\s*>/i.exec(text)?.[1]
  if (body === undefined) return null
  const members = [...body.matchAll(CHILD)].map(([, name = '', data, plain = '']) => {
    const value = data ?? decodeReferences(plain)
    return [
      name.toLowerCase(),
      /^(?:width|height|thumbnail_width|thumbnail_height)$/i.test(name) ? Number(value) : value,
    ]
  })
  return Object.fromEntries(members) as Foreign
}

const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)

/** Members passed on, `html` without anything that acts, texts plain; null: not an answer of oEmbed. */
export const foreignEmbed = (members: Foreign): Foreign | null => {
  const { type, html, ...rest } = members
  if (typeof type !== 'string' || !TYPES.includes(type)) return null
  const passed = Object.entries(rest).flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === 'number') return [[name, value]]
    if (name === 'url' || name.endsWith('_url')) return isWebAddress(value) ? [[name, value]] : []
    return [[name, plainText(value)]]
  })
  const safe = typeof html === 'string' ? embeddedHtml(html) : ''
  if ((type === 'rich' || type === 'video') && safe === '') return null
  return { type, ...Object.fromEntries(passed), ...(safe === '' ? {} : { html: safe }) }
}
