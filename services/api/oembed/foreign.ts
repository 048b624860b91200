import { embeddedHtml } from '../../../shared/kernel/html/embedded.ts'
import { decodeReferences, plainText } from '../../../shared/kernel/html/text.ts'
import { FOREIGN_CHILDREN } from '../../../shared/limits/fetched.ts'

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

const OPENS = /<oembed\b[^<>]*>/i
const CLOSES = '</oembed'
const CDATA = /^\s*<!\[CDATA\[/
const NUMBERS = /^(?:width|height|thumbnail_width|thumbnail_height)$/

/** The text between two signs of a child; null: it has elements of its own. */
const plainChild = (text: string): string | null => {
  const begins = CDATA.exec(text)
  if (begins === null) return text.includes('<') ? null : decodeReferences(text)
  const end = text.indexOf(']]>')
  return end === -1 ? null : text.slice(begins[0].length, end)
}

/** Members of an answer in XML, in one walk over its first children; null: it is none. */
const fromXml = (text: string): Foreign | null => {
  const begins = OPENS.exec(text)
  const end = text.toLowerCase().lastIndexOf(CLOSES)
  if (begins === null || end < begins.index) return null
  const body = text.slice(begins.index + begins[0].length, end)
  const members: [string, string | number][] = []
  const child = /<([a-z_]+)>/gi
  for (let seen = 0; seen < FOREIGN_CHILDREN; seen++) {
    const name = child.exec(body)?.[1]
    if (name === undefined) break
    const to = body.indexOf(`</${name}>`, child.lastIndex)
    const value = to === -1 ? null : plainChild(body.slice(child.lastIndex, to))
    if (value === null) continue
    const key = name.toLowerCase()
    members.push([key, NUMBERS.test(key) ? Number(value) : value])
    child.lastIndex = to
  }
  return Object.fromEntries(members)
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
