import type { StreamName } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { CARRYING_STREAM } from '../../shared/facts/carrying.ts'
import { claimCodec, idsCodec, type Sequence } from '../../shared/facts/claim.ts'
import type { Codec } from '../../shared/facts/codec.ts'
import { imageBytesCodec, imageCodec } from '../../shared/facts/image.ts'
import { FORGOTTEN, forgottenCodec } from '../../shared/facts/forgotten.ts'
import { formCodec, FORMS } from '../../shared/facts/form.ts'
import { importPayloadCodec, PAYLOAD } from '../../shared/facts/import.ts'
import { ONBOARDING_STREAM, onboardingCodec } from '../../shared/facts/onboarding.ts'
import { PURGED, purgeCodec, PURGES, purgesCodec } from '../../shared/facts/purge.ts'
import { SCHEDULES, scheduleCodec } from '../../shared/facts/schedule.ts'
import { sealCodec, SEALS } from '../../shared/facts/seal.ts'
import { NONCE_SECRET_STREAM, secretCodec } from '../../shared/facts/secret.ts'
import { sessionCodec } from '../../shared/facts/session.ts'
import { SUBSCRIPTIONS } from '../../shared/facts/subscription.ts'
import { SITE_STREAM } from '../../shared/facts/site.ts'
import { ERASED, erasureCodec } from '../../shared/facts/user.ts'
import { user } from '../accounts/user.ts'
import { event } from '../calendar/event.ts'
import { organizer } from '../calendar/organizer.ts'
import { term } from '../calendar/term/term.ts'
import { venue } from '../calendar/venue.ts'
import { carrying } from '../export/in/carrying.ts'
import { folded, type Aggregate } from '../handle.ts'
import { importRun } from '../imports/run/run.ts'
import { undoing } from '../imports/undo/undo.ts'
import { siteAggregate } from '../site/site.ts'
import { subscription } from '../subscriptions/subscriptions.ts'
import { checkClaims } from './claims.ts'
import type { Check } from './found.ts'
import { checkItem, checkTerm, checkUser } from './items.ts'
import { checkImage } from './pictures.ts'

/** What streams whose names begin alike hold, and what has to be true of it beside its own form. */
export type StreamKind = {
  readonly prefix: string
  readonly codec: Pick<Codec<unknown>, 'decode'>
  /** Throws when the facts do not follow each other. */
  readonly fold?: (records: readonly StoredRecord[]) => void
  readonly check?: Check
  /** Where the number behind the prefix was taken from. */
  readonly sequence?: Sequence
}

const of = <State, Command, Fact, Refusal>(
  prefix: string,
  aggregate: Aggregate<State, Command, Fact, Refusal>,
  rest: Partial<StreamKind> = {},
): StreamKind => ({
  prefix,
  codec: aggregate.codec,
  fold: records => void folded(aggregate, records),
  ...rest,
})

const claims = (prefix: string): StreamKind => ({ prefix, codec: claimCodec, check: checkClaims })

/** Every kind of stream (docs/facts.md); no prefix begins another. */
export const streamKinds: readonly StreamKind[] = [
  of('event-', event, { check: checkItem('event'), sequence: 'post' }),
  of('venue-', venue, { check: checkItem('venue'), sequence: 'post' }),
  of('organizer-', organizer, { check: checkItem('organizer'), sequence: 'post' }),
  of('term-', term, { check: checkTerm, sequence: 'term' }),
  { prefix: 'image-', codec: imageCodec, check: checkImage, sequence: 'post' },
  { prefix: 'imagebytes-', codec: imageBytesCodec },
  ...['slug-', 'name-', 'identity-', 'imagefile-', 'login/', 'email/'].map(claims),
  { prefix: 'ids-', codec: idsCodec },
  of('user-', user, { check: checkUser, sequence: 'user' }),
  { prefix: 'session-', codec: sessionCodec },
  { prefix: FORMS, codec: formCodec },
  { prefix: NONCE_SECRET_STREAM, codec: secretCodec },
  { prefix: ONBOARDING_STREAM, codec: onboardingCodec },
  of(SITE_STREAM, siteAggregate),
  of(CARRYING_STREAM, carrying),
  { prefix: ERASED, codec: erasureCodec },
  { prefix: FORGOTTEN, codec: forgottenCodec },
  { prefix: PURGED, codec: purgeCodec },
  { prefix: PURGES, codec: purgesCodec },
  of('import-', importRun),
  of('undo-', undoing),
  { prefix: SCHEDULES, codec: scheduleCodec },
  of(SUBSCRIPTIONS, subscription),
  { prefix: PAYLOAD, codec: importPayloadCodec },
  { prefix: SEALS, codec: sealCodec },
]

export const kindOf = (stream: StreamName): StreamKind | null =>
  streamKinds.find(({ prefix }) => stream.startsWith(prefix)) ?? null
