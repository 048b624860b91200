import type { StreamName, TermId } from '../../shared/kernel/brands.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { identityStream, nameStream, slugStream, type SlugKind } from '../../shared/facts/claim.ts'
import { formerNameKeys, termNameKey } from '../../shared/kernel/text/term-name.ts'
import type { Context } from '../handle.ts'
import {
  claimExclusively,
  claimKnown,
  heldBy,
  holdersOf,
  isOpenTo,
  releaseHeld,
  type Claim,
  type Contested,
  type Held,
} from './claim-stream.ts'
import { exists, hasSlug, termHasName, type TaxonomyKind } from './in-use.ts'
import { numberedSlugs } from './numbered.ts'
import { isPurged } from './purged.ts'

export type Claims = {
  /** The same, made through a log that puts appends off: what is kept of slugs is shared. */
  readonly through: (store: EventStore) => Claims
  /** A claim waits for what it is made together with; later, whether it was made. */
  readonly putOff: (stream: StreamName) => void
  readonly settled: (stream: StreamName, isMade: boolean) => void
  /** Makes `owner` the only one with `base`, `base-2`, `base-3` …: the first free one. `base` is a slug, never "". */
  readonly claimSlug: (kind: SlugKind, base: string, owner: number, context: Context) => Promise<string>
  /** Exactly this slug or nothing. */
  readonly claimExactSlug: (kind: SlugKind, slug: string, owner: number, context: Context) => Promise<Claim>
  /** A term's name, unique under its parent (spec 02 §9). */
  readonly claimTermName: (
    kind: TaxonomyKind,
    name: TermName,
    owner: number,
    context: Context,
  ) => Promise<Claim>
  /**
   * One identity of an imported item (spec 05 §5). The owner of a taken one may not have been created yet; that of a
   * purged one is nobody's.
   */
  readonly claimIdentity: (kind: ItemKind, key: string, owner: number, context: Context) => Promise<Claim>
  /** What `owner` holds there now, to be released later; null: nothing. */
  readonly held: (stream: StreamName, owner: number) => Promise<Held | null>
  /** Gives a claim back, unless it was claimed anew since it was seen. */
  readonly release: (held: Held, context: Context) => Promise<void>
  /** Frees a slug of a purged owner without a trace of its text; nothing happens to one that somebody else has. */
  readonly erase: (kind: SlugKind, slug: string, owner: number, context: Context) => Promise<void>
}

export type TermName = { readonly name: string; readonly parent: TermId | null }

export const termNameStream = (kind: TaxonomyKind, { name, parent }: TermName) =>
  nameStream(kind, `${parent ?? 0}/${termNameKey(name)}`)

/** Where terms of that name were claimed before `&amp;` and `&` were one sign. */
export const formerNameStreams = (kind: TaxonomyKind, { name, parent }: TermName) =>
  formerNameKeys(name).map(key => nameStream(kind, `${parent ?? 0}/${key}`))

const contestedSlug = (store: Pick<EventStore, 'read'>, kind: SlugKind, slug: string): Contested => ({
  stream: slugStream(kind, slug),
  inUse: holder => hasSlug(store, kind, holder, slug),
})

/** Whether `owner` could claim a slug, as the log says now; claims nothing. */
export const isSlugOpenTo = (
  store: Pick<EventStore, 'read'>,
  { kind, slug }: { readonly kind: SlugKind; readonly slug: string },
  owner: number,
  context: Context,
): Promise<boolean> => isOpenTo(store, contestedSlug(store, kind, slug), owner, context)

/** Uniqueness decided by the log. Keeps nothing but hints; any number of processes may claim at once. */
export const claimsOn = (store: EventStore, numbers = numberedSlugs()): Claims => {
  const slugOf = (kind: SlugKind, slug: string) => contestedSlug(store, kind, slug)
  const claimExactSlug: Claims['claimExactSlug'] = (kind, slug, owner, context) =>
    claimExclusively(store, slugOf(kind, slug), owner, context)

  return {
    through: other => claimsOn(other, numbers),
    putOff: numbers.putOff,
    settled: (stream, isMade) => {
      numbers.settled(stream)
      if (!isMade) numbers.freed(stream)
    },
    claimExactSlug,
    claimSlug: (kind, base, owner, context) => {
      const take = async (slug: string) => {
        const { mine } = await claimExactSlug(kind, slug, owner, context)
        return mine ? slug : null
      }
      const isFree = async (slug: string) =>
        (await holdersOf(store, slugStream(kind, slug))).holders.length === 0
      const isOpen = (slug: string) => isSlugOpenTo(store, { kind, slug }, owner, context)
      return numbers.first(`slug-${kind}`, base, take, isFree, isOpen)
    },
    claimTermName: async (kind, name, owner, context) => {
      const inUse = (holder: number) => termHasName(store, holder, kind, name)
      for (const stream of formerNameStreams(kind, name))
        for (const holder of (await holdersOf(store, stream)).holders)
          if (holder.owner !== owner && (await inUse(holder.owner)))
            return { owner: holder.owner, mine: false }
      return claimExclusively(store, { stream: termNameStream(kind, name), inUse }, owner, context)
    },
    claimIdentity: (kind, key, owner, context) => {
      const inUse = (holder: number) => exists(store, kind, holder)
      const isGone = (holder: number) => isPurged(store, kind, holder)
      return claimExclusively(store, { stream: identityStream(kind, key), inUse, isGone }, owner, context)
    },
    held: (stream, owner) => heldBy(store, stream, owner),
    release: async (held, context) => {
      await releaseHeld(store, held, context)
      numbers.freed(held.stream)
    },
    erase: async (kind, slug, owner, context) => {
      const contested = slugOf(kind, slug)
      const { stream } = contested
      // taken first, so that nobody else takes it between looking and deleting
      if (!(await claimKnown(store, contested, owner, context))) return
      await store.deleteStream(stream)
      numbers.freed(stream)
    },
  }
}
