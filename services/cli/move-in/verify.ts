import { isObject, type JsonObject } from '../../../shared/kernel/json.ts'
import { differencesOf, type Difference, type Places } from '../../move-in/verify/compare.ts'
import type { ReadKind, ReadThing } from '../../move-in/read/old-calendar.ts'
import { nowhere, type Mover } from './move.ts'
import { batchesOf } from './service.ts'
import { picturesOf } from './source.ts'

export type Different = {
  readonly kind: ReadKind
  readonly id: number
  readonly name: string
  /** null: it is not here. */
  readonly here: number | null
  readonly members: readonly Difference[]
}

const KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const

type Pair = { readonly thing: ReadThing; readonly shown: JsonObject }

const shownHere = async ({ source, service }: Mover, kind: ReadKind): Promise<readonly Pair[]> => {
  const pairs: Pair[] = []
  const byId = new Map(source.calendar.things[kind].map(thing => [thing.id, thing]))
  for (const ids of batchesOf([...byId.keys()]))
    for (const shown of await service.ask('move-in-shown', { kind, ids })) {
      const thing = byId.get(Number(shown['id']))
      if (thing !== undefined) pairs.push({ thing, shown })
    }
  return pairs
}

const objectOr = (value: unknown): JsonObject | null => (isObject(value) ? (value as JsonObject) : null)

const differentIn = (kind: ReadKind, { thing, shown }: Pair, places: Places): readonly Different[] => {
  const { id, name } = thing
  const cal = objectOr(shown['cal'])
  if (cal === null) return [{ kind, id, name, here: null, members: [] }]
  const members = differencesOf(kind, thing, { cal, calx: objectOr(shown['calx']) }, places)
  return members.length === 0 ? [] : [{ kind, id, name, here: Number(shown['here']), members }]
}

const placesOf = async (mover: Mover, pairs: ReadonlyMap<ReadKind, readonly Pair[]>): Promise<Places> => {
  const { source, service } = mover
  const places = nowhere()
  for (const [kind, all] of pairs)
    for (const { thing, shown } of all)
      if (typeof shown['here'] === 'number') places[kind].set(thing.id, shown['here'])
  const images = [...picturesOf(source.calendar)].map(([id, address]) => ({ id, address, name: '' }))
  for (const some of batchesOf(images))
    for (const one of await service.ask('move-in-images', { images: some, dry_run: true }))
      places.image.set(Number(one['id']), Number(one['here']))
  for (const some of batchesOf(source.authors))
    for (const one of await service.ask('move-in-users', {
      users: some.map(user => ({ ...user })),
      dry_run: true,
    }))
      if (typeof one['here'] === 'number') places.user.set(Number(one['id']), one['here'])
  return places
}

/** Compares both sides list by list, as both show it (spec 05 §15). */
export const compareAll = async (
  mover: Mover,
): Promise<{ readonly compared: number; readonly different: readonly Different[] }> => {
  const pairs = new Map<ReadKind, readonly Pair[]>()
  for (const kind of KINDS) pairs.set(kind, await shownHere(mover, kind))
  const places = await placesOf(mover, pairs)
  const different = [...pairs].flatMap(([kind, all]) => all.flatMap(pair => differentIn(kind, pair, places)))
  return { compared: [...pairs.values()].reduce((sum, all) => sum + all.length, 0), different }
}
