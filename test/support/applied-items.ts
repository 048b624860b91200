import { eventId, venueId, termId } from '../../shared/kernel/brands.ts'
import { load } from '../../services/handle.ts'
import { venue } from '../../services/calendar/venue.ts'
import { term } from '../../services/calendar/term/term.ts'
import { eventStream } from '../../shared/facts/event.ts'
import { termStream } from '../../shared/facts/term.ts'
import { venueStream } from '../../shared/facts/venue.ts'
import { importWorld } from './import-world.ts'
import { memoryLog } from './memory-log.ts'

export const world = () => importWorld(memoryLog())

export type World = ReturnType<typeof world>

export const termNames = async ({ store }: World, ids: readonly number[]) => {
  const names = []
  for (const id of ids) {
    const { state } = await load(store, term, termStream(termId(id)))
    names.push(state.status === 'live' ? state.values.name : null)
  }
  return names
}

export const venueValues = async ({ store }: World, id: number | undefined) =>
  (await load(store, venue, venueStream(venueId(id ?? 0)))).state?.values

export const revisionOf = async ({ store }: World, id: number | null | undefined) =>
  (await store.read(eventStream(eventId(id ?? 0)))).length
