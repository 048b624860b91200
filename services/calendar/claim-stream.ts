import {
  type StreamName,
  type Revision,
  streamRevision,
  noRevision,
  type IsoTime,
} from '../../shared/kernel/brands.ts'
import {
  RevisionConflict,
  unlessConflict,
  type Append,
  type EventStore,
} from '../../shared/event-store/port.ts'
import { foldOn, keptStates, readStream, type StreamFold } from '../../shared/event-store/folding.ts'
import { claimCodec, type ClaimFact } from '../../shared/facts/claim.ts'
import { expectedAfter, MOST_ATTEMPTS, recordOf, type Context } from '../handle.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** A claim made this long ago counts only if its owner really uses the thing (spec 02 §5: crash between both). */
const GRACE_MS = 60_000

export type Holder = { readonly owner: number; readonly at: IsoTime }
export type Holders = { readonly holders: readonly Holder[]; readonly revision: Revision }

/** A claim as its holder knows it: giving it back counts only while nobody claimed anew since. */
export type Held = { readonly stream: StreamName; readonly owner: number; readonly revision: Revision }

/** Who owns the thing now, and whether that is the one who asked. */
export type Claim = { readonly owner: number; readonly mine: boolean }

/** Whether the owner's own stream says that it has the thing. */
type InUse = (owner: number) => Promise<boolean>

/** Where one contested thing is decided, and how to find out whether a claim on it is still meant. */
export type Contested = {
  readonly stream: StreamName
  readonly inUse: InUse
  /** Whether the owner is gone for good, so that even a fresh claim is not waited for; default: never. */
  readonly isGone?: (owner: number) => Promise<boolean>
}

type HeldBy = ReadonlyMap<number, Holder>
const HOLDER_CHARACTERS = 64

/** Who holds what is claimed there, in the order they came: a slug is given back and claimed anew as often as somebody likes. */
const holding: StreamFold<HeldBy> = {
  initial: new Map(),
  after: (before, records) => {
    const holders = new Map(before)
    for (const { type: name, data, meta } of records) {
      const { type, owner } = claimCodec.decode(name, data)
      holders.delete(owner)
      if (type === 'Claimed') holders.set(owner, { owner, at: meta.at })
    }
    return holders
  },
  kept: keptStates(({ size }) => size * HOLDER_CHARACTERS),
}

/** Usually one, several only for names that may be shared. */
export const holdersOf = async (
  store: Pick<EventStore, 'read' | 'folds'>,
  stream: StreamName,
): Promise<Holders> => {
  const { state, revision } = await (await readStream(store, stream)).fold(holding)
  return { holders: [...state.values()], revision }
}

/** Only those who came by this revision or later. */
export const holdersSince = async (
  store: Pick<EventStore, 'read'>,
  stream: StreamName,
  from: Revision,
): Promise<Holders> => {
  const none = { state: holding.initial, revision: streamRevision(from - 1) }
  const { state, revision } = foldOn(holding, await store.read(stream, { from }), none)
  return { holders: [...state.values()], revision }
}

/**
 * Claims as they are appended to a stream, whose last revision is `expected`; `noRevision`: there is none. Record ids
 * are fresh each time: an older, since released claim must not pass for this one.
 */
export const claimAppend = (
  stream: StreamName,
  facts: readonly ClaimFact[],
  expected: Revision | 'any',
  context: Context,
): Append => {
  const records = facts.map(fact => recordOf(claimCodec, fact, context))
  return { stream, records, expected: expected === 'any' ? 'any' : expectedAfter(expected) }
}

/** Revision after the append; null: somebody else was first and the stream has to be read. */
export const appendClaims = async (
  store: EventStore,
  stream: StreamName,
  facts: readonly ClaimFact[],
  expected: Revision | 'any',
  context: Context,
): Promise<Revision | null> => {
  const { records, expected: at } = claimAppend(stream, facts, expected, context)
  const appended = await store.append(stream, records, at).catch(unlessConflict)
  return appended?.revision ?? null
}

/** Its owner may still be on the way. */
export const isRecent = ({ at }: Holder, context: Context): boolean =>
  msOfIso(context.at) - msOfIso(at) <= GRACE_MS

const abandoned = async (holder: Holder, { inUse, isGone }: Contested, context: Context): Promise<boolean> =>
  isRecent(holder, context) ? (await isGone?.(holder.owner)) === true : !(await inUse(holder.owner))

/** Whether `owner` could have it: nobody else holds it who means it. */
export const isOpenTo = async (
  store: Pick<EventStore, 'read'>,
  contested: Contested,
  owner: number,
  context: Context,
): Promise<boolean> => {
  for (const holder of (await holdersOf(store, contested.stream)).holders)
    if (holder.owner !== owner && !(await abandoned(holder, contested, context))) return false
  return true
}

/** A claim behind those that are there; null: there are none. */
const claimAfter = async (
  store: EventStore,
  contested: Contested,
  owner: number,
  context: Context,
): Promise<Claim | null> => {
  const { stream } = contested
  const take = { type: 'Claimed', owner } as const
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const seen = await holdersOf(store, stream)
    if (seen.revision === noRevision) return null
    const gone: ClaimFact[] = []
    for (const holder of seen.holders) {
      if (holder.owner === owner) continue
      if (!(await abandoned(holder, contested, context))) return { owner: holder.owner, mine: false }
      gone.push({ type: 'Released', owner: holder.owner })
    }
    const revision = await appendClaims(store, stream, [...gone, take], seen.revision, context)
    if (revision !== null) return { owner, mine: true }
  }
  throw new RevisionConflict(stream)
}

/**
 * Makes `owner` the only holder, or says who is. Claiming again what one holds records it anew, so that an
 * earlier holder's late release or a grace period running out cannot take it away.
 */
export const claimExclusively = async (
  store: EventStore,
  contested: Contested,
  owner: number,
  context: Context,
): Promise<Claim> => {
  const take = { type: 'Claimed', owner } as const
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    if ((await appendClaims(store, contested.stream, [take], noRevision, context)) !== null)
      return { owner, mine: true }
    const claim = await claimAfter(store, contested, owner, context)
    if (claim !== null) return claim
    // deleted meanwhile
  }
  throw new RevisionConflict(contested.stream)
}

/** The same of what somebody claimed before; where nobody did, nothing is begun. */
export const claimKnown = async (
  store: EventStore,
  contested: Contested,
  owner: number,
  context: Context,
): Promise<boolean> => (await claimAfter(store, contested, owner, context))?.mine === true

/** null: `owner` does not hold it. */
export const heldBy = async (store: EventStore, stream: StreamName, owner: number): Promise<Held | null> => {
  const { holders, revision } = await holdersOf(store, stream)
  return holders.some(holder => holder.owner === owner) ? { stream, owner, revision } : null
}

/** Nothing happens when somebody, the same owner included, claimed it anew since. */
export const releaseHeld = async (
  store: EventStore,
  { stream, owner, revision }: Held,
  context: Context,
): Promise<void> => {
  await appendClaims(store, stream, [{ type: 'Released', owner }], revision, context)
}
