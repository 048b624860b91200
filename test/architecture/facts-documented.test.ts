import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { streamName } from '../../shared/kernel/brands.ts'
import { CarryingFact } from '../../shared/facts/carrying.ts'
import { ClaimFact, IdsFact } from '../../shared/facts/claim.ts'
import { EventFact } from '../../shared/facts/event.ts'
import { ForgottenFact } from '../../shared/facts/forgotten.ts'
import { FormFact } from '../../shared/facts/form.ts'
import { ImageBytesFact, ImageFact } from '../../shared/facts/image.ts'
import { ImportFact, ImportPayloadFact } from '../../shared/facts/import.ts'
import { OnboardingFact } from '../../shared/facts/onboarding.ts'
import { OrganizerFact } from '../../shared/facts/organizer.ts'
import { PurgeFact, PurgesFact } from '../../shared/facts/purge.ts'
import { ScheduleFact } from '../../shared/facts/schedule.ts'
import { SealFact } from '../../shared/facts/seal.ts'
import { SecretFact } from '../../shared/facts/secret.ts'
import { SessionFact } from '../../shared/facts/session.ts'
import { SubscriptionFact } from '../../shared/facts/subscription.ts'
import { SiteFact } from '../../shared/facts/site.ts'
import { TermFact } from '../../shared/facts/term.ts'
import { UndoFact } from '../../shared/facts/undo.ts'
import { ErasureFact, UserFact } from '../../shared/facts/user.ts'
import { VenueFact } from '../../shared/facts/venue.ts'
import { kindOf, streamKinds } from '../../services/verify/kinds.ts'

const unions = [
  EventFact,
  VenueFact,
  OrganizerFact,
  TermFact,
  ImageFact,
  ImageBytesFact,
  ClaimFact,
  IdsFact,
  UserFact,
  ErasureFact,
  SessionFact,
  FormFact,
  ForgottenFact,
  PurgeFact,
  PurgesFact,
  SecretFact,
  SealFact,
  SiteFact,
  CarryingFact,
  OnboardingFact,
  ImportFact,
  ImportPayloadFact,
  ScheduleFact,
  SubscriptionFact,
  UndoFact,
]

it('docs/facts.md lists every fact, and no other', () => {
  const text = readFileSync(new URL('../../docs/facts.md', import.meta.url), 'utf8')
  const documented = [...text.matchAll(/^\| `(\w+)` +\|/gm)].map(match => match[1])
  const recorded = unions.flatMap(union => union.options.map(option => option.shape.type.value))
  expect(documented.sort()).toEqual([...recorded].sort())
})

it('every kind of stream is looked through by verify, and none begins like another', () => {
  const text = readFileSync(new URL('../../docs/facts.md', import.meta.url), 'utf8')
  const headings = [...text.matchAll(/^## `(.+)`$/gm)].flatMap(match => (match[1] ?? '').split(', '))
  expect(headings.length).toBeGreaterThan(20)
  expect(headings.filter(stream => kindOf(streamName(stream)) === null)).toEqual([])
  const prefixes = streamKinds.map(({ prefix }) => prefix)
  for (const prefix of prefixes) expect(prefixes.filter(other => other.startsWith(prefix))).toEqual([prefix])
})
