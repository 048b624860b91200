import type { UserId, StreamName, Position, IsoTime } from '../../shared/kernel/brands.ts'
import { subscriptionCodec, type SubscriptionFact } from '../../shared/facts/subscription.ts'
import type { Fold } from '../engine/fold.ts'

/** What came of telling something. */
export type ToldRound = {
  /** ISO instant. */
  readonly at: IsoTime
  readonly delivered: number
  /** Of the last answer; null: there was none. */
  readonly status: number | null
  /** Why it took nothing; null: it did. */
  readonly reason: string | null
  /** Items of which a fact was not taken. */
  readonly waiting: number
}

type Made = Extract<SubscriptionFact, { type: 'SubscriptionMade' }>

export type SubscriptionDoc = Pick<Made, 'name' | 'url' | 'kinds' | 'happenings' | 'sees'> & {
  readonly _id: string
  /** Position of the newest record it contains. */
  readonly rev: Position
  /** What is removed is kept, so that a late write cannot bring it back. */
  readonly removed: boolean
  /** Position at which it was made. */
  readonly made: number
  readonly madeAt: IsoTime
  /** ISO instant of the last secret. */
  readonly secretAt: IsoTime
  readonly status: 'active' | 'paused' | 'given up'
  /** Since when and by whom; null: it is active. */
  readonly rests: { readonly at: IsoTime; readonly by: UserId | null } | null
  /** The receiver takes nothing: since when, why, and when it is asked again (ISO instants). */
  readonly failing: {
    readonly since: IsoTime
    readonly reason: string
    readonly found: string | null
    readonly dueAt: IsoTime
    readonly attempts: number
  } | null
  /** Items that wait because one fact of theirs is refused. */
  readonly waiting: readonly {
    readonly stream: StreamName
    readonly since: IsoTime
    readonly dueAt: IsoTime
    readonly reason: string
    readonly found: string | null
  }[]
  readonly delivered: number
  /** ISO instant of the last fact that was taken, or null. */
  readonly takenAt: IsoTime | null
  /** Newest first. */
  readonly rounds: readonly ToldRound[]
}

type Recorded = { readonly at: IsoTime; readonly position: Position; readonly actor: UserId | null }

const ROUNDS = 10

const made = (fact: Made, { at, position }: Recorded): SubscriptionDoc => {
  const { subscriptionId, name, url, kinds, happenings, sees } = fact
  return {
    ...{ _id: subscriptionId, rev: position, removed: false, made: position, madeAt: at, secretAt: at },
    ...{ name, url, kinds, happenings, sees, status: 'active', rests: null, failing: null },
    ...{ waiting: [], delivered: 0, takenAt: null, rounds: [] },
  }
}

type Round = Extract<SubscriptionFact, { type: 'FactsDelivered' | 'DeliveryFailed' }>

const rounded = (doc: SubscriptionDoc, fact: Round, at: IsoTime): SubscriptionDoc => {
  const { delivered } = fact
  const isFailed = fact.type === 'DeliveryFailed'
  const round: ToldRound = {
    ...{ at, delivered, waiting: fact.waiting.length, reason: isFailed ? fact.reason : null },
    status: isFailed ? (fact.found === undefined ? null : Number(fact.found)) : fact.status,
  }
  return {
    ...doc,
    waiting: fact.waiting.map(({ stream, since, dueAt, reason, found }) => ({
      ...{ stream, since, dueAt, reason, found: found ?? null },
    })),
    failing: isFailed
      ? {
          ...{ since: fact.since, reason: fact.reason, found: fact.found ?? null, dueAt: fact.dueAt },
          attempts: delivered > 0 ? 1 : (doc.failing?.attempts ?? 0) + 1,
        }
      : null,
    delivered: doc.delivered + delivered,
    takenAt: delivered > 0 ? at : doc.takenAt,
    rounds: [round, ...doc.rounds].slice(0, ROUNDS),
  }
}

const after = (
  doc: SubscriptionDoc,
  fact: Exclude<SubscriptionFact, { type: 'SubscriptionMade' }>,
  { at, actor }: Recorded,
): SubscriptionDoc => {
  switch (fact.type) {
    case 'SubscriptionChanged': {
      const { name, url, kinds, happenings, sees } = fact.changes
      return {
        ...doc,
        name: name?.[1] ?? doc.name,
        url: url?.[1] ?? doc.url,
        kinds: kinds?.[1] ?? doc.kinds,
        happenings: happenings?.[1] ?? doc.happenings,
        sees: sees?.[1] ?? doc.sees,
        failing: url === undefined ? doc.failing : null,
      }
    }
    case 'SubscriptionSecretRotated':
      return { ...doc, secretAt: at }
    case 'SubscriptionPaused':
      return { ...doc, status: 'paused', rests: { at, by: actor } }
    case 'SubscriptionResumed':
      return { ...doc, status: 'active', rests: null, failing: null }
    case 'SubscriptionMoved':
      return { ...doc, waiting: [], failing: null }
    case 'SubscriptionRemoved':
      return { ...doc, removed: true }
    case 'FactsDelivered':
    case 'DeliveryFailed':
      return rounded(doc, fact, at)
    case 'SubscriptionGivenUp':
      return { ...doc, status: 'given up', rests: { at, by: null } }
  }
}

export const subscriptionFold: Fold<SubscriptionDoc, SubscriptionFact, string> = {
  decode: ({ type, data }) => subscriptionCodec.decode(type, data),
  idOf: fact => fact.subscriptionId,
  evolve: (doc, fact, { position, meta: { at, actor } }) => {
    const when = { at, actor, position }
    if (fact.type === 'SubscriptionMade') return made(fact, when)
    return doc && { ...after(doc, fact, when), rev: position }
  },
}
