import type { IncomingHttpHeaders } from 'node:http'
import { isObject } from '../../../../shared/kernel/json.ts'
import type { Body } from '../request/body.ts'
import type { Nested } from '../request/addressing.ts'
import type { Mapping } from './mapping.ts'
import type { Direction } from './names.ts'
import { pageAddress } from './page-address.ts'
import { partsReader, type Members } from './parts.ts'

const renamed = (members: Members, nameOf: (name: string) => string): Members =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [nameOf(name), value]))

/** `_fields`: names with dots between them, and commas between those. */
const fields = (value: unknown, nameOf: (name: string) => string): unknown => {
  if (typeof value === 'string') return value.replaceAll(/[^,.\s]+/g, name => nameOf(name))
  if (Array.isArray(value)) return value.map(element => fields(element, nameOf))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fields(inner, nameOf)]))
}

export type SentReader = ReturnType<typeof sentReader>

/** What programs send, in our names. */
export const sentReader = ({ bodies }: Pick<Mapping, 'bodies'>, ours: Direction) => {
  const values: Readonly<Record<string, (value: unknown) => unknown>> = {
    _fields: value => fields(value, ours.name),
    namespace: value => (typeof value === 'string' ? ours.namespace(value) : value),
    view_data: value => (isObject(value) ? renamed(value, ours.name) : value),
    u: value => (typeof value === 'string' ? pageAddress(value, ours) : value),
    url: value => (typeof value === 'string' ? pageAddress(value, ours) : value),
  }
  const query = (sent: Members): Members =>
    Object.fromEntries(
      Object.entries(sent).map(([name, value]) => {
        const own = ours.name(name)
        return [own, Object.hasOwn(values, own) ? values[own]?.(value) : value]
      }),
    )

  /** Further names count where the member itself was not sent. */
  const withFurtherNames = (sent: Members, path: string): Members => {
    const [, table] =
      Object.entries(bodies).find(([route]) => path === route || path.startsWith(`${route}/`)) ?? []
    if (table === undefined) return sent
    return renamed(sent, name => {
      const own = Object.hasOwn(table, name) ? table[name] : undefined
      return own === undefined || Object.hasOwn(sent, own) ? name : own
    })
  }

  const { withParts, ofBatch } = partsReader(ours, { query, inBody: (sent, path) => inBody(sent, path) })
  const inBody = (sent: Members, path: string): Members =>
    withParts(withFurtherNames(query(sent), path.toLowerCase()), path)

  const bodyBy =
    (read: (sent: Members, path: string) => Members) =>
    (body: Body, path: string): Body =>
      body.ok ? { ok: true, json: read(body.json, path), form: read(body.form, path) as Nested } : body

  return {
    query: (sent: Nested, path: string): Nested => withParts(query(sent), path) as Nested,
    body: bodyBy(inBody),
    /** Of a batch that is asked under no namespace: those parts alone that are asked under one of theirs. */
    batch: { query: (sent: Nested): Nested => ofBatch(sent) as Nested, body: bodyBy(ofBatch) },
    headers: (sent: IncomingHttpHeaders): IncomingHttpHeaders =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [ours.header(name).toLowerCase(), value]),
      ),
  }
}
