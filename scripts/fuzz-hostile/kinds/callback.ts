import { rest, whole, type Kind } from '../input.ts'
import { pickFrom } from '../targets.ts'
import { ALPHABETS } from './content.ts'
import { followed } from './imported.ts'
import { countOf } from './repeat.ts'

type Items = { readonly name: string; readonly items: (n: number, sign: string) => unknown }

const item = (salt: number, more: object) => ({
  ...{ title: `Hostile ${salt}`, start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00' },
  ...more,
})
const list = (n: number) => Array.from({ length: n }, (_, at) => at)
const text = (name: string): Items => ({ name, items: (n, sign) => [item(n, { [name]: sign.repeat(n) })] })
/** Lists and objects inside each other. */
const deep = (n: number): unknown => JSON.parse(`${'['.repeat(n)}${']'.repeat(n)}`)

const ITEMS: readonly Items[] = [
  ...[
    'title',
    'description',
    'excerpt',
    'cost',
    'website',
    'categories',
    'tags',
    'uid',
    'global_id',
    'timezone',
  ].map(text),
  { name: 'items', items: n => list(Math.min(n, 300)).map(at => item(at, {})) },
  { name: 'items without anything', items: n => list(n).map(() => ({})) },
  { name: 'the same item', items: n => list(Math.min(n, 2_000)).map(() => item(1, { uid: 'same' })) },
  { name: 'tags', items: n => [item(n, { tags: list(n).map(at => `t${at % 40}`) })] },
  { name: 'numbers', items: n => [item(n, { categories: list(n), tags: list(n).map(String) })] },
  {
    name: 'organizers',
    items: n => [item(n, { organizer: list(n).map(at => ({ organizer: `O ${at % 20}` })) })],
  },
  { name: 'members', items: n => [item(n, Object.fromEntries(list(n).map(at => [`m${at}`, at])))] },
  { name: 'depth', items: n => [item(n, { x: deep(Math.min(n, 400)) })] },
  {
    name: 'texts of a venue',
    items: (n, sign) => [item(n, { venue: { venue: sign.repeat(n), address: sign.repeat(n) } })],
  },
]

const MOST_BYTES = 9 * 1024 * 1024

/** A batch of a real import, as the aggregator would send it, which then is read everywhere. */
export const callback: Kind = site => random => {
  const form = pickFrom(ITEMS, random)
  const sign = pickFrom(ALPHABETS, random)
  const each = JSON.stringify(form.items(200, sign)).length / 200
  const size = Math.max(1, Math.min(countOf(random), Math.floor(MOST_BYTES / each)))
  return {
    kind: `callback ${form.name}`,
    what: `${form.name} of ${JSON.stringify(sign)} in a callback`,
    size,
    perform: async (count, salt, talk) => {
      const source = `hostile-${salt}`
      const opened = await talk.operate('register-import', { source, post_status: 'publish' })
      const importId = String(opened['import_id'])
      const body = {
        ...{ batch_hash: opened['batch_hash'], percentage_complete: 100 },
        status: { data: { total: 1, done: 1 }, batch: { total: 1, done: 1 } },
        events: form.items(count, sign),
      }
      const address = rest(`/cal/event-aggregator/v1/import/${importId}/batch`)
      const headers = [['Content-Type', 'application/json']] as const
      const sent = Buffer.from(JSON.stringify(body))
      await talk.send({ ...whole(site, { method: 'POST', address, headers, body: sent }), caller: 'feed' })
      await followed(site, importId, talk)
    },
  }
}
