import { rest, whole } from './input.ts'
import { purging } from './kinds/content.ts'
import type { Site } from './service.ts'
import { sendWire, type Wire } from './wire.ts'

const AT_ONCE = 6

const idIn = async (site: Site, path: string, body: object): Promise<number> => {
  const headers = [['Content-Type', 'application/json']] as const
  const sent = { method: 'POST', address: rest(path), caller: 'administrator', headers } as const
  const heard = await sendWire(site.port, whole(site, { ...sent, body: Buffer.from(JSON.stringify(body)) }))
  const [, id] = heard.kind === 'answer' ? (/"id":(\d+)/.exec(heard.text) ?? []) : []
  if (id === undefined)
    throw new Error(`${path} makes nothing any more: ${JSON.stringify(heard).slice(0, 500)}`)
  return Number(id)
}

const between = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + 1 + at)

/**
 * Purges what the requests so far have made, so that whatever still grows is not the calendar. Ids are given in their
 * order, so that those behind the last known one are all there is.
 */
export const sweeper = ({ pool }: Site) => {
  const all = (kinds: readonly ('events' | 'venues' | 'organizers' | 'categories' | 'tags')[]) =>
    kinds.flatMap(kind => [...pool.kept[kind], ...pool.changing[kind]])
  let items = Math.max(...all(['events', 'venues', 'organizers']))
  let terms = Math.max(...all(['categories', 'tags']))
  return async (site: Site): Promise<void> => {
    const newestItem = await idIn(site, '/cal/events/v1/venues', { venue: 'Last' })
    const newestTerm = await idIn(site, '/cal/events/v1/tags', { name: `Last of ${newestItem}` })
    const wires: Wire[] = [
      ...between(items, newestItem).flatMap(id =>
        (['events', 'venues', 'organizers'] as const).map(kind => purging(site, kind, id)),
      ),
      ...between(terms, newestTerm).flatMap(id =>
        (['categories', 'tags'] as const).map(kind => purging(site, kind, id)),
      ),
    ]
    items = newestItem
    terms = newestTerm
    const lane = async () => {
      for (let wire = wires.shift(); wire !== undefined; wire = wires.shift()) await sendWire(site.port, wire)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }
}
