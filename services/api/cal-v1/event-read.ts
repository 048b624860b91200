import type { EventDetail } from '../../../projections/event-detail/queries.ts'
import { sameSecret } from '../../../shared/kernel/same-secret.ts'
import { jsonText, type Answer } from '../platform/answer.ts'
import { optional, required } from '../platform/arguments.ts'
import type { Call } from '../platform/call.ts'
import { refused } from '../platform/errors.ts'
import { integer, text } from '../platform/kinds.ts'
import { canEdit, canRead } from '../../accounts/capabilities.ts'
import { viewerOf } from '../platform/viewer.ts'
import { endpoint, type Endpoint } from '../platform/route.ts'
import type { EventReads } from './event-deps.ts'

/** Whether a protected event is shown: by its password, or to those who edit it (spec 02 §4). */
const isOpen = ({ values }: EventDetail, password: string | undefined, { caller, context }: Call) =>
  values.password === '' ||
  (password !== undefined && sameSecret(password, values.password)) ||
  (context === 'edit' && canEdit(caller, values))

/** The rules of a single read (spec 02 §4), in their order. */
const readEvent =
  (reads: EventReads) =>
  async (event: EventDetail | null, password: string | undefined, call: Call): Promise<Answer> => {
    const { caller } = call
    if (event === null) return refused('rest-event-not-found')
    if (event.values.status === 'trash')
      return refused(canEdit(caller, event.values) ? 'event-no-longer-available' : 'rest-event-not-found')
    if (!canRead(caller, event.values)) return refused('event-not-accessible')
    if (!isOpen(event, password, call)) return refused('event-password-protected')
    const body = await reads.calEvent(event, viewerOf(caller), { open: true, jsonLd: true })
    const answer = jsonText(200, body)
    return event.values.password === '' ? { ...answer, until: Infinity } : answer
  }

const password = optional(text({ minLength: 1 }), { description: 'Password of a protected event.' })

/** `GET …/events/{id}`. */
export const readById = (reads: EventReads): Endpoint =>
  endpoint({
    methods: ['GET'],
    args: { id: required(integer(), { description: 'Id of the event.' }), password },
    handle: async ({ id, password: secret }, call) =>
      readEvent(reads)(await reads.eventById(id), secret, call),
  })

/** `GET …/events/by-slug/{slug}`. */
export const readBySlug = (reads: EventReads): Endpoint =>
  endpoint({
    methods: ['GET'],
    args: { slug: required(text(), { description: 'Slug of the event.' }) },
    handle: async ({ slug }, call) => readEvent(reads)(await reads.eventBySlug(slug), undefined, call),
  })
