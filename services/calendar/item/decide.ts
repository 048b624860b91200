import type { UtcTime, UserId } from '../../../shared/kernel/brands.ts'
import type { By, CarriedItem, ItemKind, TrashReason } from '../../../shared/facts/common.ts'
import type { PeriodError } from '../../../shared/kernel/time/period.ts'
import { defined, numbersIn } from '../../../shared/kernel/json.ts'
import { nothing, record, refuse, unreachable, type Decision } from '../../../shared/kernel/decision.ts'
import { carriersOf, differences, groupChanges, same, type Contract } from './changes.ts'
import {
  type Changes,
  type Item,
  type ItemState,
  type Moving,
  needsSlug,
  settle,
  type SharedValues,
  trashedSlug,
} from './state.ts'

/** Absent members keep their value. `status` is never `trash`: that is `Trash`. */
export type Patch<Values> = { readonly [Member in keyof Values]?: Values[Member] | undefined }

export type Derived<Values> =
  { readonly ok: true; readonly patch: Patch<Values> } | { readonly ok: false; readonly refusal: ItemRefusal }

/**
 * A patch, or how it follows from the values it meets (and from who set them): a lost race asks anew, so that members
 * which depend on each other stay of one piece whoever else changes some of them.
 */
export type Change<Values> = Patch<Values> | ((values: Values, met: Item<Values>) => Derived<Values>)

export const patchFor = <Values>(asked: Change<Values>, met: Item<Values>): Derived<Values> =>
  typeof asked === 'function' ? asked(met.values, met) : { ok: true, patch: asked }

type Asked = { readonly id: number; readonly by: By; readonly at: UtcTime }

/** What is to stand in the place of some ids; null: they stay. */
export type Relinked = (ids: readonly number[]) => readonly number[] | null

export type ItemCommand<Values> =
  | (Asked & { readonly type: 'Create'; readonly values: Values; readonly hiddenUntilLinked: boolean })
  /** Brought from another service, as it is there: nothing follows from its status or date anew (spec 00 §6.5). */
  | (Asked & { readonly type: 'Carry'; readonly values: Values; readonly carried: CarriedItem })
  /** `slug`: the one to take when the item needs one and has none; it is claimed beforehand. */
  | (Asked & { readonly type: 'Change'; readonly patch: Change<Values>; readonly slug: string | null })
  /** `isMeant`: nothing happens to an item of other values than whoever asks has seen; absent: whatever they are. */
  | (Asked & {
      readonly type: 'Trash'
      readonly reason: TrashReason
      readonly isMeant?: ((values: Values) => boolean) | undefined
    })
  /** A scheduled publication came due. */
  | (Asked & { readonly type: 'Publish' })
  /** One with another, which stands for it from then on (spec 07 §7.1). */
  | (Asked & { readonly type: 'Merge'; readonly into: number })
  /** That is taken back. Nothing happens to one that is itself. */
  | (Asked & { readonly type: 'Unmerge' })
  /** What named it names the other one, or does so again. */
  | (Asked & { readonly type: 'SettleMerge'; readonly moved: Moving })
  /** Other ids in a list, wherever the item is, the trash included; null: they stay. */
  | (Asked & { readonly type: 'Relink'; readonly member: string; readonly to: Relinked })
  /** Another author, wherever the item is, the trash included; nothing happens to one of a third. */
  | (Asked & { readonly type: 'Attribute'; readonly from: UserId; readonly to: UserId })

export type ItemRefusal =
  | { readonly code: `rest-${ItemKind}-not-found` }
  | { readonly code: `${ItemKind}-is-in-trash` }
  /** Another item was created under this id. */
  | { readonly code: 'id-taken' }
  /** The decision needs a slug and none was claimed: the state moved on since the caller looked. */
  | { readonly code: 'slug-needed' }
  /** Whoever asks has seen other values than it would change now. */
  | { readonly code: 'changed-meanwhile' }
  /** The dates sent do not go with those the item has. */
  | { readonly code: 'inconsistent-dates'; readonly errors: readonly PeriodError[] }

/** Which facts a kind of item has. */
export type Worded<Fact> = {
  readonly noun: ItemKind
  readonly prefix: 'Event' | 'Venue' | 'Organizer'
  readonly contract: Contract<Fact>
}

/** What every kind can tell besides changes of members. */
const TOLD = ['Trashed', 'Restored', 'Merged', 'Unmerged', 'MergeSettled'] as const

type First = { readonly hiddenUntilLinked: boolean; readonly carried?: CarriedItem }

/** How a kind of item words the facts that all kinds have in common; each is checked against the contract. */
const wordsOf = <Fact>({ noun, prefix, contract }: Worded<Fact>) => {
  const fact = (type: string, { id, by }: Asked, rest: object): Fact =>
    contract.parse({ type, [`${noun}Id`]: id, by, ...rest })
  return {
    noun,
    carriers: carriersOf(
      contract,
      TOLD.map(name => `${prefix}${name}`),
    ),
    created: (asked: Asked, values: unknown, rest: First) =>
      fact(`${prefix}Created`, asked, { values, ...rest }),
    changed: (type: string, asked: Asked, changes: Changes) => fact(type, asked, { changes }),
    told: (name: (typeof TOLD)[number], asked: Asked, changes: Changes, rest: object = {}) =>
      fact(`${prefix}${name}`, asked, { ...rest, changes }),
  }
}

type Words<Fact> = ReturnType<typeof wordsOf<Fact>>

const LIFE = ['status', 'publishedAt', 'slug']

const pick = (changes: Changes, wanted: (member: string) => boolean): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([member]) => wanted(member)))

/** Status and date are settled only when one of them is sent: a title sent later publishes nothing. */
const patched = <Values extends SharedValues>(
  { values }: Item<Values>,
  patch: Patch<Values>,
  at: UtcTime,
): Values => {
  const sent = defined(patch)
  const next: Values = { ...values, ...sent }
  return 'status' in sent || 'publishedAt' in sent ? settle(next, at) : next
}

/** The values after a change, were it decided now; null: the change would be refused. */
export const preview = <Values extends SharedValues>(
  state: ItemState<Values>,
  patch: Patch<Values>,
  at: UtcTime,
): Values | null => {
  if (state === null || (state.trashed !== null && patch.status === undefined)) return null
  return patched(state.trashed === null ? state : untrashed(state), patch, at)
}

/** In the trash a slug is free for others; what comes back starts without one. */
const untrashed = <Values extends SharedValues>(item: Item<Values>): Item<Values> => ({
  ...item,
  values: { ...item.values, slug: '' },
})

const change = <Values extends SharedValues, Fact>(
  words: Words<Fact>,
  command: Extract<ItemCommand<Values>, { type: 'Change' }>,
  state: Item<Values>,
): Decision<Fact, ItemRefusal> => {
  const { slug, at } = command
  const asked = patchFor(command.patch, state)
  if (!asked.ok) return refuse(asked.refusal)
  const next = preview(state, asked.patch, at)
  if (next === null) return refuse({ code: `${words.noun}-is-in-trash` })
  if (needsSlug(next) && slug === null) return refuse({ code: 'slug-needed' })
  const takes = slug !== null && (needsSlug(next) || (state.trashed !== null && next.slug === ''))
  const changes = differences(state.values, takes ? { ...next, slug } : next)
  const restored = state.trashed === null ? {} : pick(changes, member => LIFE.includes(member))
  const rest = pick(changes, member => !(member in restored))
  const facts = groupChanges(words.carriers, rest).map(group =>
    words.changed(group.type, command, group.changes),
  )
  return record(...(state.trashed === null ? [] : [words.told('Restored', command, restored)]), ...facts)
}

const create = <Values extends SharedValues, Fact>(
  words: Words<Fact>,
  command: Extract<ItemCommand<Values>, { type: 'Create' }>,
  state: ItemState<Values>,
): Decision<Fact, ItemRefusal> => {
  if (state === null) {
    const values = settle(command.values, command.at)
    if (needsSlug(values)) return refuse({ code: 'slug-needed' })
    return record(words.created(command, values, { hiddenUntilLinked: command.hiddenUntilLinked }))
  }
  // A repeat may have left to the first one what slug and publication date it got.
  const slug = command.values.slug === '' ? state.values.slug : command.values.slug
  const publishedAt = command.values.publishedAt ?? state.values.publishedAt
  const values = settle({ ...command.values, slug, publishedAt }, command.at)
  return same(values, state.values) ? nothing : refuse({ code: 'id-taken' })
}

const carry = <Values extends SharedValues, Fact>(
  words: Words<Fact>,
  command: Extract<ItemCommand<Values>, { type: 'Carry' }>,
  state: ItemState<Values>,
): Decision<Fact, ItemRefusal> => {
  const { values, carried } = command
  if (state === null) return record(words.created(command, values, { hiddenUntilLinked: false, carried }))
  const isRepeat = same(values, state.values) && same(carried.trashed, state.trashed)
  return isRepeat ? nothing : refuse({ code: 'id-taken' })
}

const changedTo = <Fact>(words: Words<Fact>, asked: Asked, values: SharedValues, to: object): Fact[] =>
  groupChanges(words.carriers, differences(values, to)).map(group =>
    words.changed(group.type, asked, group.changes),
  )

const merge = <Values extends SharedValues, Fact>(
  words: Words<Fact>,
  command: Extract<ItemCommand<Values>, { type: 'Merge' }>,
  { values, trashed }: Item<Values>,
): Decision<Fact, ItemRefusal> => {
  if (trashed?.into === command.into) return nothing
  if (trashed !== null) return refuse({ code: `${words.noun}-is-in-trash` })
  // its address leads to the other one, so its slug stays its own
  return record(
    words.told(
      'Merged',
      command,
      { status: [values.status, 'trash'] },
      { reason: 'merged', into: command.into },
    ),
  )
}

const relink = <Values extends SharedValues, Fact>(
  words: Words<Fact>,
  command: Extract<ItemCommand<Values>, { type: 'Relink' }>,
  { values }: Item<Values>,
): Decision<Fact, ItemRefusal> => {
  const to = command.to(numbersIn(new Map<string, unknown>(Object.entries(values)).get(command.member)))
  return to === null ? nothing : record(...changedTo(words, command, values, { [command.member]: to }))
}

export const decideItem = <Values extends SharedValues, Fact>(worded: Worded<Fact>) => {
  const words = wordsOf(worded)
  return (command: ItemCommand<Values>, state: ItemState<Values>): Decision<Fact, ItemRefusal> => {
    if (command.type === 'Create') return create(words, command, state)
    if (command.type === 'Carry') return carry(words, command, state)
    if (state === null) return refuse({ code: `rest-${words.noun}-not-found` })
    const { values, trashed } = state
    switch (command.type) {
      case 'Change':
        return change(words, command, state)
      case 'Trash': {
        if (trashed !== null) return refuse({ code: `${words.noun}-is-in-trash` })
        if (command.isMeant?.(values) === false) return nothing
        const changes = differences(values, { status: 'trash', slug: trashedSlug(values.slug) })
        return record(words.told('Trashed', command, changes, { reason: command.reason }))
      }
      case 'Publish': {
        if (values.status !== 'future' || settle(values, command.at).status === 'future') return nothing
        return record(...changedTo(words, command, values, { status: 'publish' }))
      }
      case 'Merge':
        return merge(words, command, state)
      case 'Unmerge':
        if (trashed?.into === undefined) return nothing
        return record(words.told('Unmerged', command, { status: ['trash', trashed.was] }))
      case 'SettleMerge':
        return state.moving === command.moved ? record(words.told('MergeSettled', command, {})) : nothing
      case 'Relink':
        return relink(words, command, state)
      case 'Attribute':
        if (values.author !== command.from) return nothing
        return record(...changedTo(words, command, values, { author: command.to }))
      default:
        return unreachable(command)
    }
  }
}
