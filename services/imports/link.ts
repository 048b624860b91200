import type { ItemStatus, Origin } from '../../shared/facts/common.ts'
import type { ActivityList, ActivityType, ItemOutcome } from '../../shared/facts/import.ts'
import type { Taxonomy } from '../../shared/facts/term.ts'
import { sanitizeTermName } from '../../shared/kernel/html/sanitize.ts'
import { findOrCreateTerm } from '../calendar/term/find-or-create.ts'
import type { Writing } from '../calendar/writing.ts'
import type { Context } from '../handle.ts'
import type { Linked } from './event-values.ts'
import { organizers, venues, type PlaceKind } from './places.ts'
import type { ImportedItem } from './read-item.ts'
import { found } from './run/state-lists.ts'
import { touchKey, type Run } from './run/state.ts'

type Touched = ItemOutcome['touched']
/** Ids of what an item names, what that did to them, and what could not be had. */
export type Link = {
  readonly linked: Linked
  readonly touched: Touched
  readonly warnings: readonly string[]
}

type One = { readonly id: number; readonly list: ActivityList }

type Scope = { readonly importId: string; readonly run: Run; readonly context: Context }

/** Asked once per chunk: fifty items of one hall look it up once. A failed answer fails all who share it. */
const remembered = () => {
  const answers = new Map<string, Promise<One | null>>()
  return (key: string, ask: () => Promise<One | null>): Promise<One | null> => {
    const answer = answers.get(key) ?? ask()
    answers.set(key, answer)
    return answer
  }
}

/**
 * Finds or creates the venues, organizers and terms that items name, the same way for all items of a chunk.
 * `status`: of the event, for what has to be created (spec 05 §5).
 */
export const linker = (writing: Writing, { importId, run, context }: Scope) => {
  const once = remembered()
  const origin: Origin = {
    importId,
    source: run.source,
    uid: null,
    occurrence: null,
    sequence: 0,
    lastModified: null,
  }

  /** Not recorded yet, but of this import: created by a run of the same items that stopped before recording. */
  const listOf = (type: ActivityType, id: number, mine: boolean, otherwise: ActivityList): ActivityList =>
    mine && found(run.touches, touchKey(type, 'created', id)) === undefined ? 'created' : otherwise

  const placeOf = async <Place extends { readonly name: string; readonly globalIds: readonly string[] }>(
    kind: PlaceKind<Place>,
    place: Place,
    status: ItemStatus,
  ): Promise<One> => {
    const wanted = { place, status, author: run.author, origin }
    const { id, created, filled, origin: made } = await kind.find(writing, wanted, context)
    if (created) return { id, list: 'created' }
    return { id, list: listOf(kind.type, id, made?.importId === importId, filled ? 'updated' : 'skipped') }
  }

  const places = <Place extends { readonly name: string; readonly globalIds: readonly string[] }>(
    kind: PlaceKind<Place>,
    all: readonly Place[] | undefined,
    status: ItemStatus,
  ) =>
    all?.map(place =>
      once(`${kind.type}/${status}/${JSON.stringify(place)}`, () => placeOf(kind, place, status)),
    )

  const term = async (taxonomy: Taxonomy, sent: string): Promise<One | null> => {
    const name = sanitizeTermName(sent)
    if (name === '') return null
    const { id, created } = await findOrCreateTerm(writing, taxonomy, name, 'name', context)
    return { id, list: created ? 'created' : 'skipped' }
  }

  const terms = (taxonomy: Taxonomy, names: readonly string[] | undefined) =>
    names?.map(name => once(`${taxonomy}/${name}`, () => term(taxonomy, name)))

  return async (item: ImportedItem, status: ItemStatus): Promise<Link> => {
    const touched: [ActivityType, ActivityList, number][] = []
    const idsOf = async (type: ActivityType, asked: readonly Promise<One | null>[] | undefined) => {
      if (asked === undefined) return undefined
      const answers = (await Promise.all(asked)).filter(one => one !== null)
      for (const { id, list } of answers) touched.push([type, list, id])
      return [...new Set(answers.map(({ id }) => id))]
    }
    const linked: Linked = {
      venues: await idsOf('cal_venue', places(venues, item.venues, status)),
      organizers: await idsOf('cal_organizer', places(organizers, item.organizers, status)),
      categories: await idsOf('cal_events_cat', terms('cal_events_cat', item.categories)),
      tags: await idsOf('post_tag', terms('post_tag', item.tags)),
      image: item.image === '' ? null : undefined,
    }
    const noImage = item.image !== undefined && item.image !== ''
    return { linked, touched, warnings: noImage ? ['image_not_fetched'] : [] }
  }
}
