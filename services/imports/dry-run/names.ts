import { calledAfter } from '../../calendar/having.ts'
import { itemStream, meet } from '../../calendar/purged.ts'
import { termId, type StreamName, imageId } from '../../../shared/kernel/brands.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import { termStream } from '../../../shared/facts/term.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import type { NamedKind } from '../../../shared/members/member.ts'
import { namedBy } from '../../../shared/members/named.ts'
import { term } from '../../calendar/term/term.ts'
import { load } from '../../handle.ts'
import { loadImage } from '../../images/library.ts'
import type { Changes } from './changes.ts'
import type { Overlay } from './overlay.ts'

/** What a member names: by what it is called; `id` null: it would be made. */
export type Named = { readonly id: number | null; readonly name: string }

/** At once what was asked for before. */
type Ask = (id: number) => Named | Promise<Named>

/** Everything is asked for once. */
const once = (ask: (id: number) => Promise<Named>): Ask => {
  const known = new Map<number, Named | Promise<Named>>()
  return id => {
    const before = known.get(id)
    if (before !== undefined) return before
    const answer = ask(id).then(named => {
      known.set(id, named)
      return named
    })
    known.set(id, answer)
    return answer
  }
}

/** How a dry run calls what it names. `pictureOf`: the address of one that would be fetched. */
export const namesIn = (overlay: Overlay, pictureOf: (id: number) => string | null) => {
  const named = (stream: StreamName, id: number, name: string | null): Named => ({
    id: overlay.isMade(stream) ? null : id,
    name: name ?? '',
  })
  const item = (noun: ItemKind) =>
    once(async id => {
      const { records, purged } = await meet(overlay, noun, id)
      // without folding everything else that was said of it
      return named(itemStream(noun, id), id, purged === null ? calledAfter(records) : null)
    })
  const termOf = once(async id => {
    const { state } = await load(overlay, term, termStream(termId(id)))
    return named(termStream(termId(id)), id, state.status === 'absent' ? null : state.values.name)
  })
  const picture = once(async id => {
    const address = pictureOf(id)
    if (address !== null) return { id: null, name: address }
    return { id, name: (await loadImage(overlay, imageId(id)))?.values.file ?? '' }
  })
  return {
    event: item('event'),
    venue: item('venue'),
    organizer: item('organizer'),
    term: termOf,
    picture,
  }
}

export type Names = ReturnType<typeof namesIn>

/** How each kind is called; users are told by their ids. */
const tellers = {
  event: 'event',
  venue: 'venue',
  organizer: 'organizer',
  category: 'term',
  tag: 'term',
  image: 'picture',
  user: null,
} as const satisfies Readonly<Record<NamedKind, keyof Names | null>>

const tellerOf = (type: ItemKind, member: string): keyof Names | null => {
  const kind = namedBy(type, member)
  return kind === null ? null : tellers[kind]
}

const isId = (value: Json): value is number => typeof value === 'number'

/** Ids as what they name; at once when all of it was asked for before. */
const namedIn = (value: Json, ask: Ask): Json | Promise<Json> => {
  if (isId(value)) return ask(value)
  if (!Array.isArray(value)) return value
  const asked = (value as readonly Json[]).filter(isId).map(ask)
  const known = asked.filter((one): one is Named => !(one instanceof Promise))
  return known.length === asked.length ? known : Promise.all(asked.map(async one => one))
}

/** The same changes of an item with names in place of ids. */
export const namedChanges = async (type: ItemKind, changes: Changes, names: Names): Promise<Changes> => {
  const named: Record<string, readonly [Json, Json]> = {}
  for (const [member, pair] of Object.entries(changes)) {
    const teller = tellerOf(type, member)
    if (teller === null) named[member] = pair
    else {
      const [before, after] = [namedIn(pair[0], names[teller]), namedIn(pair[1], names[teller])]
      named[member] = [
        before instanceof Promise ? await before : before,
        after instanceof Promise ? await after : after,
      ]
    }
  }
  return named
}
