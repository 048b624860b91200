import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CarryingFact, carryingCodec } from '../../shared/facts/carrying.ts'
import { ClaimFact, claimCodec, IdsFact, idsCodec } from '../../shared/facts/claim.ts'
import { EventFact, eventCodec } from '../../shared/facts/event.ts'
import { ForgottenFact, forgottenCodec } from '../../shared/facts/forgotten.ts'
import { FormFact, formCodec } from '../../shared/facts/form.ts'
import { ImageBytesFact, imageBytesCodec, ImageFact, imageCodec } from '../../shared/facts/image.ts'
import { ImportFact, importCodec, ImportPayloadFact, importPayloadCodec } from '../../shared/facts/import.ts'
import { OnboardingFact, onboardingCodec } from '../../shared/facts/onboarding.ts'
import { OrganizerFact, organizerCodec } from '../../shared/facts/organizer.ts'
import { PurgeFact, purgeCodec, PurgesFact, purgesCodec } from '../../shared/facts/purge.ts'
import { ScheduleFact, scheduleCodec } from '../../shared/facts/schedule.ts'
import { SealFact, sealCodec } from '../../shared/facts/seal.ts'
import { SecretFact, secretCodec } from '../../shared/facts/secret.ts'
import { SessionFact, sessionCodec } from '../../shared/facts/session.ts'
import { SiteFact, siteCodec } from '../../shared/facts/site.ts'
import { SubscriptionFact, subscriptionCodec } from '../../shared/facts/subscription.ts'
import { TermFact, termCodec } from '../../shared/facts/term.ts'
import { UndoFact, undoCodec } from '../../shared/facts/undo.ts'
import { ErasureFact, erasureCodec, UserFact, userCodec } from '../../shared/facts/user.ts'
import { VenueFact, venueCodec } from '../../shared/facts/venue.ts'

/** By the name of a file of streams. */
const contracts = {
  carrying: [CarryingFact, carryingCodec],
  claim: [ClaimFact, claimCodec],
  erasure: [ErasureFact, erasureCodec],
  event: [EventFact, eventCodec],
  forgotten: [ForgottenFact, forgottenCodec],
  form: [FormFact, formCodec],
  ids: [IdsFact, idsCodec],
  image: [ImageFact, imageCodec],
  'image-bytes': [ImageBytesFact, imageBytesCodec],
  import: [ImportFact, importCodec],
  'import-payload': [ImportPayloadFact, importPayloadCodec],
  onboarding: [OnboardingFact, onboardingCodec],
  organizer: [OrganizerFact, organizerCodec],
  purge: [PurgeFact, purgeCodec],
  purges: [PurgesFact, purgesCodec],
  schedule: [ScheduleFact, scheduleCodec],
  seal: [SealFact, sealCodec],
  secret: [SecretFact, secretCodec],
  session: [SessionFact, sessionCodec],
  site: [SiteFact, siteCodec],
  subscription: [SubscriptionFact, subscriptionCodec],
  term: [TermFact, termCodec],
  undo: [UndoFact, undoCodec],
  user: [UserFact, userCodec],
  venue: [VenueFact, venueCodec],
} as const

type Stored = {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** What it is read as, where today's form is another. */
  readonly read?: Readonly<Record<string, unknown>>
}

const folder = join(import.meta.dirname, 'streams')
const stored = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as readonly Stored[]

describe('stored forms', () => {
  it('have a file for each kind of stream', () => {
    const files = readdirSync(folder).map(file => basename(file, '.json'))
    expect(files.sort()).toEqual(Object.keys(contracts).sort())
  })

  describe.each(Object.entries(contracts))('of %s', (name, [union, codec]) => {
    const rows = stored(name)
    it('hold every fact', () => {
      const facts = union.options.map(option => option.shape.type.value)
      expect([...new Set(rows.map(({ type }) => type))].sort()).toEqual([...facts].sort())
    })
    it.each(rows.map((row, at) => [`${row.type}, row ${at + 1}`, row] as const))('%s is read', (_, row) => {
      expect(codec.decode(row.type, row.data)).toEqual({ type: row.type, ...(row.read ?? row.data) })
    })
  })
})
