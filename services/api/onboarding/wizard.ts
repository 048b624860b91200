import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import type { ItemWritten } from '../../calendar/item/change.ts'
import { anyId, type Context, type IdFor } from '../../handle.ts'
import type { Onboarding } from '../../site/onboarding/onboarding.ts'
import type { SetSettings } from '../../site/set.ts'
import type { Visibility, WriteSupport } from '../items/deps.ts'
import { type Call, contextOf } from '../platform/call.ts'
import type { WizardSent } from './arguments.ts'
import { isKnown, organizerIn, venueIn } from './items.ts'
import { readWizardSettings } from './settings.ts'

type Create<Values> = (
  sent: { readonly values: Values; readonly id?: number },
  context: Context,
) => Promise<ItemWritten<Values>>

/** Of each thing that the first steps may make. */
export type IdForKind = (kind: 'venue' | 'organizer') => IdFor

export type WizardDeps = {
  readonly onboarding: Onboarding
  readonly setSettings: SetSettings
  /** Resolves when answers show what was made with these settings, by their names, anew. */
  readonly remake: (changed: readonly string[]) => Promise<void>
  readonly settled: () => Promise<void>
  readonly createVenue: Create<VenueValues>
  readonly createOrganizer: Create<OrganizerValues>
  readonly waitUntilVisible: WriteSupport['waitUntilVisible']
}

export type Created = { readonly organizer_id?: number; readonly venue_id?: number }

/** What became of the steps; not `ok`: the last text says why a step failed, and later ones were not run. */
type WizardDone = {
  readonly ok: boolean
  readonly message: readonly string[]
  readonly created: Created
  readonly lag: Visibility
}

type Step = {
  readonly ok: boolean
  readonly said: readonly string[]
  readonly created?: Created
  readonly lag?: Visibility
}
const fine = (...said: readonly string[]): Step => ({ ok: true, said })
const failed = (why: string): Step => ({ ok: false, said: [why] })

const settingsStep = async (
  { setSettings, settled, remake }: WizardDeps,
  sent: WizardSent,
  call: Call,
): Promise<Step> => {
  const read = readWizardSettings(sent, call.at.site.settings)
  if (!read.ok) return failed(read.why)
  if (Object.keys(read.settings).length > 0) {
    const done = await setSettings(read.settings, contextOf(call))
    if (!done.ok) return failed('The default view is not one of the views.')
    await settled()
    await remake(Object.keys(read.settings))
  }
  return fine(...read.said)
}

type Naming = {
  /** In sentences. */
  readonly label: string
  /** In answers. */
  readonly id: 'venue_id' | 'organizer_id'
  readonly kind: 'venue' | 'organizer'
  readonly idFor: IdFor
}

const creation = async <Values>(
  made: { readonly ok: true; readonly values: Values } | { readonly ok: false; readonly why: string },
  create: Create<Values>,
  { waitUntilVisible }: WizardDeps,
  call: Call,
  { label, id, kind, idFor }: Naming,
): Promise<Step> => {
  if (!made.ok) return failed(`${label}: ${made.why}`)
  const context = contextOf(call)
  const kept = await idFor(context)
  const written = await create({ values: made.values, ...(kept === undefined ? {} : { id: kept }) }, context)
  // the form was sent before with other values, or it is no more
  const isBefore =
    !written.ok && kept !== undefined && ['id-taken', `rest-${kind}-not-found`].includes(written.refusal.code)
  if (isBefore) return fine(`${label}: made before.`)
  if (!written.ok) return failed(`${label}: it could not be made; please try again.`)
  const lag = await waitUntilVisible(written.position)
  return { ok: true, said: [`${label}: made.`], created: { [id]: written.id }, lag }
}

/** The steps that run for what was sent, in their order (spec 06 §3). */
const stepsFor = (
  deps: WizardDeps,
  sent: WizardSent,
  call: Call,
  idFor: IdForKind,
): readonly (() => Promise<Step>)[] => {
  const { onboarding } = deps
  const { currentTab: tab = -1, optin, organizer, venue, eventTickets } = sent
  const context = contextOf(call)
  return [
    async () => {
      await onboarding.tell({ type: 'Progress', sent, at: context.at }, context)
      return fine('Progress saved.')
    },
    async () => {
      if (tab < 0 || optin === undefined) return fine()
      await onboarding.tell({ type: 'ChooseOptIn', optIn: optin }, context)
      return fine('Choice saved.')
    },
    async () => (tab < 1 ? fine() : settingsStep(deps, sent, call)),
    async () => {
      if (tab < 5 || organizer === undefined) return fine()
      if (isKnown(organizer, 'organizerId')) return fine('Organizer: there already.')
      const names = {
        label: 'Organizer',
        id: 'organizer_id',
        kind: 'organizer',
        idFor: idFor('organizer'),
      } as const
      return creation(organizerIn(organizer, call), deps.createOrganizer, deps, call, names)
    },
    async () => {
      if (tab < 5 || venue === undefined) return fine()
      if (isKnown(venue, 'venueId')) return fine('Venue: there already.')
      const names = { label: 'Venue', id: 'venue_id', kind: 'venue', idFor: idFor('venue') } as const
      return creation(venueIn(venue, call), deps.createVenue, deps, call, names)
    },
    async () => {
      if (tab < 5 || eventTickets === undefined) return fine()
      await onboarding.tell({ type: 'WishTickets', wanted: eventTickets }, context)
      return fine('Tickets: the wish is noted; nothing was installed.')
    },
  ]
}

/** `idFor`: of what a form makes once; absent: all of it is new. */
export type Wizard = (sent: WizardSent, call: Call, idFor?: IdForKind) => Promise<WizardDone>

/** Runs the steps one after the other; earlier ones stay when a later one fails. */
export const wizardOn =
  (deps: WizardDeps): Wizard =>
  async (sent, call, idFor = () => anyId) => {
    let done: WizardDone = { ok: true, message: [], created: {}, lag: null }
    for (const run of stepsFor(deps, sent, call, idFor)) {
      const { ok, said, created, lag } = await run()
      done = {
        ok,
        message: [...done.message, ...said],
        created: { ...done.created, ...created },
        lag: lag ?? done.lag,
      }
      if (!ok) return done
    }
    return done
  }
