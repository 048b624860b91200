import fc, { type Arbitrary } from 'fast-check'
import { batches } from './batch.ts'
import type { Described } from './documented.ts'
import { encoded, queryText, type Encoding } from './encode.ts'
import type { Generation, Request } from './shape.ts'
import { valueOf, type Value } from './values.ts'
import { callers, oddId, oddSlug, slugPart, wild } from './wild.ts'
import { hostile } from './wrong-values.ts'
import { KINDS, type Kind, type Pool } from './world.ts'

type Drawn = { readonly [name: string]: Value }

/** The variable part of a path; updates go to what may change. */
const pathPart = (path: string, collection: Kind, writes: boolean, pool: Pool): Arbitrary<string> => {
  if (path.includes('{id}')) {
    const ids = writes ? pool.changing[collection] : [...pool.kept[collection], ...pool.changing[collection]]
    const known = fc.constantFrom(...ids.map(String))
    return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: oddId })
  }
  const own = pool.changingSlugs[collection]
  const slugs = writes ? own : [...own, ...pool.keptSlugs[collection]]
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...slugs).map(slugPart) },
    { weight: 2, arbitrary: oddSlug.map(slugPart) },
  )
}

const drawn = (
  { operation }: Described,
  about: { readonly pool: Pool; readonly writes: boolean; readonly collection: string },
): Arbitrary<{ readonly query: Drawn; readonly body: Drawn }> => {
  const schema = operation.requestBody?.content['application/json']?.schema
  const inBody = Object.entries(schema?.properties ?? {}).map(
    ([name, member]) => [name, valueOf(name, member, about)] as const,
  )
  const inQuery = (operation.parameters ?? [])
    .filter(one => one.in === 'query')
    .map(one => [one.name, valueOf(one.name, one.schema, about)] as const)
  const some = (all: readonly (readonly [string, Arbitrary<Value>])[], most: number): Arbitrary<Drawn> => {
    const counts = Array.from({ length: Math.min(all.length, most) + 1 }, (_, count) => count)
    return fc
      .constantFrom(...counts)
      .chain(count => fc.shuffledSubarray([...all], { minLength: count, maxLength: count }))
      .chain(chosen => fc.record(Object.fromEntries(chosen)))
  }
  const needed = inBody.filter(([name]) => schema?.required?.includes(name))
  const always = fc.record(Object.fromEntries(needed))
  const body = fc
    .tuple(some(inBody, 7), always, fc.integer({ min: 0, max: 9 }))
    .map(([others, required, dice]) => (dice === 0 ? others : { ...required, ...others }))
  return fc.record({ query: some(inQuery, 6), body })
}

/** Rules across arguments: a value is fine only beside fine ones of its kind. */
const fineOf = (all: Drawn, isCreate: boolean): ReadonlySet<string> => {
  const fine = new Set(Object.keys(all).filter(name => all[name]?.fine === true))
  const together = (names: readonly string[], complete: boolean) => {
    const sent = names.filter(name => all[name] !== undefined)
    const good = sent.every(name => fine.has(name)) && (!complete || sent.length === names.length)
    if (!good) for (const name of names) fine.delete(name)
  }
  together(['geoloc_lat', 'geoloc_lng'], true)
  if (isCreate) together(['start_date', 'end_date', 'all_day', 'timezone'], false)
  else for (const name of ['start_date', 'end_date']) fine.delete(name)
  if (all['date'] !== undefined && all['date_utc'] !== undefined)
    for (const name of ['date', 'date_utc']) fine.delete(name)
  return fine
}

const plainOf = (values: Drawn) =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]))

const extras = fc.oneof(
  { weight: 30, arbitrary: fc.constant({}) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<{ readonly [name: string]: unknown }>(
      { _embed: '1', smu: 'x' },
      { _fields: 'id,title,events.id' },
      { _fields: ['id', 'nope'] },
      { _fields: '' },
      { _envelope: '' },
      { _envelope: '1', _fields: 'total' },
      { context: 'edit' },
      { _locale: 'user', _pretty: '' },
    ),
  },
  { weight: 1, arbitrary: hostile.map(value => ({ undeclared: value })) },
)

const headers = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<{ readonly [name: string]: string }>(
      { 'if-none-match': '*' },
      { 'if-none-match': 'W/"x", "y"' },
      { origin: 'https://evil.example' },
      { origin: 'null', accept: 'text/html;q=0' },
      { 'accept-language': 'x'.repeat(2_000), 'x-authorization': 'Basic eDp5' },
      { cookie: 'a=b; c=%00', 'x-forwarded-for': '::1' },
    ),
  },
)

const encodings: Arbitrary<Encoding> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Encoding>('json') },
  { weight: 2, arbitrary: fc.constantFrom<Encoding>('json-bom', 'json-other', 'form', 'multipart', 'query') },
)

/** How a method is named: as itself, or by a POST that stands for it. */
const spoken = fc.oneof(
  { weight: 8, arbitrary: fc.constant<'plain' | 'query' | 'header'>('plain') },
  { weight: 1, arbitrary: fc.constantFrom<'plain' | 'query' | 'header'>('query', 'header') },
)

const addresses = fc.oneof(
  { weight: 9, arbitrary: fc.constant('/index.php?rest_route=') },
  { weight: 1, arbitrary: fc.constant('/?rest_route=') },
)
const spelled = fc.constantFrom<(path: string) => string>(
  path => path,
  path => path,
  path => path,
  path => path.replaceAll('/', '%2F'),
  path => `${path}/`,
  path => path.replace(/^\/cal(?:x|\/events)\/v1/, namespace => namespace.toUpperCase()),
)

/** Requests for one operation of the document. */
const forOperation = (described: Described, generation: Generation, pool: Pool): Arbitrary<Request> => {
  const { namespace, isKnown } = generation
  const { path, method } = described
  const writes = method !== 'get'
  const bodied = writes && method !== 'delete'
  const collection = KINDS.find(kind => path.startsWith(`/${kind}`)) ?? 'events'
  const part = path.includes('{') ? pathPart(path, collection, writes, pool) : fc.constant('')
  const values = drawn(described, { pool, writes, collection: path.startsWith('/doc') ? '' : collection })
  return fc
    .record({
      part,
      values,
      caller: callers,
      extra: extras,
      headers,
      encoding: encodings,
      spoken,
      addresses,
      spelled,
    })
    .map(drawnRequest => {
      const { values: all, encoding, extra } = drawnRequest
      const route = drawnRequest.spelled(`${namespace}${path.replace(/\{\w+\}/, drawnRequest.part)}`)
      const inQuery = encoding === 'query' || !bodied
      const query = { ...plainOf(all.query), ...(inQuery ? plainOf(all.body) : {}), ...extra }
      const body = inQuery ? null : encoded(plainOf(all.body), encoding)
      const how = method === 'get' ? 'plain' : drawnRequest.spoken
      const upper = method.toUpperCase()
      const override = how === 'query' ? { _method: upper } : {}
      return {
        method: how === 'plain' ? upper : 'POST',
        address: `${drawnRequest.addresses}${route}${queryText({ ...query, ...override })}`,
        headers: {
          ...drawnRequest.headers,
          ...(how === 'header' ? { 'x-http-method-override': upper.toLowerCase() } : {}),
          ...(body === null ? {} : { 'content-type': body.type }),
        },
        body: body?.bytes ?? null,
        caller: drawnRequest.caller,
        meant: { operation: described, of: generation },
        query,
        sent: body === null ? null : body.values,
        fine: isKnown
          ? fineOf({ ...all.query, ...all.body }, described.operation.operationId.startsWith('create'))
          : new Set<string>(),
        envelope: '_envelope' in extra,
        fields: '_fields' in extra,
        batch: null,
      }
    })
}

/** Every operation of the documents, and what is beside it. */
export const requests = (generations: readonly Generation[], pool: Pool): Arbitrary<Request> => {
  // what is gone cannot be asked much
  const single = fc.oneof(
    ...generations.flatMap(generation =>
      generation.documented.operations.map(one => ({
        weight: one.method === 'delete' ? 1 : 4,
        arbitrary: forOperation(one, generation, pool),
      })),
    ),
  )
  return fc.oneof(
    { weight: 16, arbitrary: single },
    { weight: 3, arbitrary: wild },
    { weight: 3, arbitrary: batches(single) },
  )
}
