import { hash } from 'node:crypto'
import { termId, venueId, imageId, organizerId, type ImageId } from '../../../shared/kernel/brands.ts'
import type { ItemStatus } from '../../../shared/facts/common.ts'
import type { ActivityList, ActivityType, ItemOutcome } from '../../../shared/facts/import.ts'
import type { Taxonomy } from '../../../shared/facts/term.ts'
import { askedOnce } from '../../../shared/remembered.ts'
import { findOrCreateTerm } from '../../calendar/term/find-or-create.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import type { Linked } from '../item/event-values.ts'
import type { ImageOf } from './images.ts'
import { divided, isDivisible } from '../item/divided.ts'
import { organizers, venues, type EntryFinder } from '../directory/find.ts'
import type { ImportedItem } from '../item/read-item.ts'
import { found } from '../run/state-lists.ts'
import { touchKey, type Run } from '../run/state.ts'
import { turns } from '../../turns.ts'

type Touched = ItemOutcome['touched']
/** Ids of what an item names, what that did to them, and what could not be had. */
export type Link = {
  readonly linked: Linked
  readonly touched: Touched
  readonly warnings: readonly string[]
}

type One = {
  readonly id: number
  readonly list: ActivityList
  /** As it was when this was found out. */
  readonly run: Run
}

/** The chunk that asks. */
type Scope = {
  readonly importId: string
  readonly run: Run
  readonly host: string
  readonly context: Context
}

/** Not recorded yet, but of this import: created by a run of the same items that stopped before recording. */
const listOf = (
  run: Run,
  type: ActivityType,
  id: number,
  mine: boolean,
  otherwise: ActivityList,
): ActivityList =>
  mine && found(run.touches, touchKey(type, 'created', id)) === undefined ? 'created' : otherwise

type AnyEntry = {
  readonly name: string
  readonly parts?: readonly string[]
  readonly image?: string
  readonly globalIds: readonly string[]
  readonly values: object
}

const entryOf = async <Entry extends AnyEntry>(
  writing: Writing,
  { importId, run, host, context }: Scope,
  kind: EntryFinder<Entry>,
  { entry, status }: { readonly entry: Entry; readonly status: ItemStatus },
): Promise<One> => {
  const noVersion = { uid: null, occurrence: null, sequence: 0, lastModified: null }
  const wanted = {
    entry,
    host,
    status,
    author: run.author,
    origin: { importId, source: run.source, ...noVersion },
  }
  const { id, created, filled, origin: made } = await kind.find(writing, wanted, context)
  const mine = made?.importId === importId
  const list = created ? 'created' : listOf(run, kind.type, id, mine, filled ? 'updated' : 'skipped')
  return { id, list, run }
}

const termOf = async (
  writing: Writing,
  { run, context }: Scope,
  taxonomy: Taxonomy,
  name: string,
): Promise<One> => {
  const { id, created } = await findOrCreateTerm(writing, taxonomy, name, 'name', context)
  return { id, list: created ? 'created' : 'skipped', run }
}

/** What an item names. */
type Named = Pick<ImportedItem, 'venues' | 'organizers' | 'categories' | 'tags' | 'image'>

/** Fifty items of one hall look it up once: what was asked is answered once for all items, and venues and organizers of one global id in turn. */
type Memory = {
  readonly once: ReturnType<typeof askedOnce<One | null>>['get']
  readonly inTurn: ReturnType<typeof turns>
}

/** Everything that items name which name the same. */
type Answers = {
  readonly linked: Linked
  readonly told: readonly (readonly [ActivityType, One])[]
  readonly warnings: readonly string[]
}

/** Stands for what is named, which may be long, while its answer is remembered. */
const keyOf = (named: readonly unknown[]): string => hash('sha256', JSON.stringify(named), 'base64url')

/** What is named, told as its answers come in. */
const tally = () => {
  const told: (readonly [ActivityType, One])[] = []
  const idsOf = async (type: ActivityType, asked: readonly Promise<One | null>[] | undefined) => {
    if (asked === undefined) return undefined
    const answers = (await Promise.all(asked)).filter(one => one !== null)
    for (const one of answers) told.push([type, one])
    return [...new Set(answers.map(({ id }) => id))]
  }
  return { told, idsOf }
}

/** What an item touches by naming that: what an earlier chunk recorded of it happened once. */
const touchedIn = (run: Run, { told }: Answers): Touched =>
  told.map(([type, one]) => {
    const isOver = one.run !== run && found(run.touches, touchKey(type, one.list, one.id)) !== undefined
    return [type, isOver ? 'skipped' : one.list, one.id]
  })

type Tally = ReturnType<typeof tally>

/** The images that one item, its venues and organizers name; `lacking` collects those that cannot be had. */
const imagesOf = (imageOf: ImageOf, { once }: Memory, { run, context }: Scope, { idsOf }: Tally) => {
  const lacking = new Set<string>()
  const imageNamed = (sent: string) =>
    once(`attachment/${sent}`, async () => {
      const image = await imageOf(sent, context)
      return image && { id: image.id, list: image.added ? 'created' : 'skipped', run }
    })
  const imageSent = async (sent: string | undefined): Promise<ImageId | undefined> => {
    if (sent === undefined || sent === '') return undefined
    const [id] = (await idsOf('attachment', [imageNamed(sent)])) ?? []
    if (id !== undefined) return imageId(id)
    lacking.add(sent)
    return undefined
  }
  /** With the id of its image in place of what was sent; without it when there is none to be had. */
  const illustrated = async <Entry extends AnyEntry>(entry: Entry): Promise<Entry> => {
    const id = await imageSent(entry.image)
    const values = id === undefined ? entry.values : { ...entry.values, image: id }
    return { ...entry, image: undefined, values }
  }
  return { lacking, imageSent, illustrated }
}

/** Asks for the venues, organizers and terms that an item names, each once for all items. */
const asksOf = (writing: Writing, { once, inTurn }: Memory, scope: Scope, status: ItemStatus) => {
  const entry = <Entry extends AnyEntry>(kind: EntryFinder<Entry>, entry: Entry) =>
    once(keyOf([kind.type, status, entry]), () =>
      // of one global id, whatever else is said of it, there is one
      inTurn(
        entry.globalIds.map(id => `${kind.type}/${id}`),
        () => entryOf(writing, scope, kind, { entry, status }),
      ),
    )
  const entries = async <Entry extends AnyEntry>(
    kind: EntryFinder<Entry>,
    all: readonly Entry[] | undefined,
    illustrated: (entry: Entry) => Promise<Entry>,
  ) => {
    if (all === undefined) return undefined
    const named = await divided(writing, kind, await Promise.all(all.map(illustrated)), scope.run.source)
    return named.map(one => entry(kind, one))
  }
  const terms = (taxonomy: Taxonomy, names: readonly string[] | undefined) =>
    names?.map(name => once(`${taxonomy}/${name}`, () => termOf(writing, scope, taxonomy, name)))
  return { entries, terms }
}

/**
 * Finds or creates the venues, organizers and terms that items of one import name, the same way for all items for
 * as long as it is kept. `status`: of the event, for what has to be created (spec 05 §5).
 */
export const linker = (writing: Writing, imageOf: ImageOf) => {
  const memory: Memory = { once: askedOnce<One | null>().get, inTurn: turns() }
  /** By all that an item names: most name what others do. */
  const alike = askedOnce<Answers>()

  const answersTo = async (scope: Scope, item: Named, status: ItemStatus): Promise<Answers> => {
    const telling = tally()
    const { idsOf } = telling
    const { entries, terms } = asksOf(writing, memory, scope, status)
    const { lacking, imageSent, illustrated } = imagesOf(imageOf, memory, scope, telling)
    const linked: Linked = {
      venues: (await idsOf('cal_venue', await entries(venues, item.venues, illustrated)))?.map(venueId),
      organizers: (
        await idsOf('cal_organizer', await entries(organizers, item.organizers, illustrated))
      )?.map(organizerId),
      categories: (await idsOf('cal_events_cat', terms('cal_events_cat', item.categories)))?.map(termId),
      tags: (await idsOf('post_tag', terms('post_tag', item.tags)))?.map(termId),
      image: item.image === '' ? null : await imageSent(item.image),
    }
    return { linked, told: telling.told, warnings: lacking.size > 0 ? ['image_not_fetched'] : [] }
  }

  return async (scope: Scope, item: Named, status: ItemStatus): Promise<Link> => {
    // what a cell is divided into changes with what is known
    const mayChange = isDivisible(item.venues) || isDivisible(item.organizers)
    const names = () => keyOf([status, item.venues, item.organizers, item.categories, item.tags, item.image])
    const answers = await (mayChange
      ? answersTo(scope, item, status)
      : alike.get(names(), () => answersTo(scope, item, status)))
    const { linked, warnings } = answers
    return { linked, touched: touchedIn(scope.run, answers), warnings }
  }
}

export type Linker = ReturnType<typeof linker>
