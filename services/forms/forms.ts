import { hash } from 'node:crypto'
import {
  streamName,
  noRevision,
  type EpochMs,
  type Revision,
  type UserId,
  userId,
} from '../../shared/kernel/brands.ts'
import { unlessConflict, RevisionConflict, type EventStore } from '../../shared/event-store/port.ts'
import type { Sequence } from '../../shared/facts/claim.ts'
import { formCodec, formStream, type FormFact } from '../../shared/facts/form.ts'
import { purgedAt } from '../../shared/facts/purge.ts'
import { erasureStream } from '../../shared/facts/user.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'
import { FORM_KEY_MS } from '../../shared/limits/desk.ts'
import { expectedAfter, MOST_ATTEMPTS, recordOf, type Context } from '../handle.ts'
import type { Writing } from '../calendar/writing.ts'

/** What a form makes, as streams name it. */
export type MadeKind = 'event' | 'venue' | 'organizer' | 'term' | 'image' | 'user'

const SEQUENCES: Readonly<Record<MadeKind, Sequence>> = {
  ...{ event: 'post', venue: 'post', organizer: 'post', image: 'post' },
  ...{ term: 'term', user: 'user' },
}

/** A form that somebody sends, and which of the things it is about that it makes. */
export type SentForm = {
  readonly user: UserId
  /** Which form, such as `POST /manage/events/new`. */
  readonly form: string
  /** Made at random when it was shown. */
  readonly key: string
  /** "": what it is for. */
  readonly part: string
}

type Thing = FormFact['things'][number]

export type Taken = {
  readonly things: readonly Thing[]
  /** Of the command by which it was taken. */
  readonly correlation: string
}

export type Forms = {
  /** What the form made before, also what is no more; nothing: [] of things. null: it was not sent before, or long ago. */
  readonly made: (sent: SentForm, kind: MadeKind, ms: EpochMs) => Promise<Taken | null>
  /**
   * The numbers under which the form makes its things, the same whenever and wherever it is sent. `days`: of several; once
   * any of them is there, those that were asked for first stay.
   */
  readonly take: (
    sent: SentForm,
    kind: MadeKind,
    context: Context,
    days?: readonly string[],
  ) => Promise<Taken>
  /** What it made has another number than was taken for it: from now on that one counts. */
  readonly note: (sent: SentForm, id: number, context: Context) => Promise<void>
  /** Whether the thing of this number was made by this very command. */
  readonly isOwn: (kind: MadeKind, id: number, context: Context) => Promise<boolean>
  /** Whether there is, or ever was, a thing of this number. */
  readonly wasEver: (kind: MadeKind, id: number) => Promise<boolean>
}

/** Stands for a form that was sent: 40 hex. */
export const formDigest = ({ user, form, key, part }: SentForm): string =>
  hash('sha256', JSON.stringify([user, form, key, part])).slice(0, 40)

type Known = { readonly taken: Taken | null; readonly revision: Revision }

const known = async (store: Pick<EventStore, 'read'>, sent: SentForm, ms: number): Promise<Known> => {
  const last = (await store.read(formStream(formDigest(sent)))).at(-1)
  if (last === undefined) return { taken: null, revision: noRevision }
  const { revision, type, data, meta } = last
  // whoever took it may have ended before it was told to expire
  const isOver = ms - msOfIso(meta.at) >= FORM_KEY_MS
  const { things } = formCodec.decode(type, data)
  return { taken: isOver ? null : { things, correlation: meta.correlation }, revision }
}

const wasEverIn =
  (store: Pick<EventStore, 'read'>): Forms['wasEver'] =>
  async (kind, id) => {
    const stream = streamName(`${kind}-${id}`)
    if ((await store.read(stream, { limit: 1 })).length > 0) return true
    return kind === 'user'
      ? (await store.read(erasureStream(userId(id)), { limit: 1 })).length > 0
      : (await purgedAt(store, stream)) !== null
  }

const isOf = (days: readonly string[], things: readonly Thing[]): boolean =>
  things.length === days.length && things.every(({ day = '' }, n) => day === days[n])

/** Forms that make something, each once (ADR 40). */
export const formsOn = ({ store, ids }: Pick<Writing, 'store' | 'ids'>): Forms => {
  const wasEver = wasEverIn(store)
  const record = async (sent: SentForm, things: readonly Thing[], revision: Revision, context: Context) => {
    const stream = formStream(formDigest(sent))
    const fact = recordOf(formCodec, { type: 'FormTaken', things: [...things] }, context)
    const appended = await store.append(stream, [fact], expectedAfter(revision)).catch(unlessConflict)
    if (appended !== null) await store.expireAfter(stream, FORM_KEY_MS / 1_000)
    return appended !== null
  }
  const madeOf = async (kind: MadeKind, { things, correlation }: Taken): Promise<Taken> => {
    const there = await Promise.all(things.map(({ id }) => wasEver(kind, id)))
    return { things: things.filter((_, n) => there[n]), correlation }
  }
  return {
    wasEver,
    isOwn: async (kind, id, { correlation }) => {
      const [first] = await store.read(streamName(`${kind}-${id}`), { limit: 1 })
      return first?.meta.correlation === correlation
    },
    made: async (sent, kind, ms) => {
      const { taken } = await known(store, sent, ms)
      return taken && madeOf(kind, taken)
    },
    take: async (sent, kind, context, days = ['']) => {
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
        const { taken, revision } = await known(store, sent, msOfIso(context.at))
        const isSettled =
          taken !== null && (isOf(days, taken.things) || (await madeOf(kind, taken)).things.length > 0)
        if (isSettled) return taken
        const things: Thing[] = []
        for (const day of days) {
          // somebody else may be making it under this number just now
          const same = taken?.things.find(one => (one.day ?? '') === day)
          const drawn = same ?? { id: await ids.next(SEQUENCES[kind], context) }
          things.push(day === '' ? drawn : { ...drawn, day })
        }
        if (await record(sent, things, revision, context)) return { things, correlation: context.correlation }
      }
      throw new RevisionConflict(formStream(formDigest(sent)))
    },
    note: async (sent, id, context) => {
      const { revision } = await known(store, sent, msOfIso(context.at))
      await record(sent, [{ id }], revision, context)
    },
  }
}
