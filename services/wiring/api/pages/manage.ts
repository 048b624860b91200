import { type TermId, organizerId, venueId } from '../../../../shared/kernel/brands.ts'
import { organizerFromRecords } from '../../../../projections/organizers/queries.ts'
import { receiversIn } from '../../../../projections/subscriptions/queries.ts'
import { venueFromRecords } from '../../../../projections/venues/queries.ts'
import type { OrganizerValues } from '../../../../shared/facts/organizer.ts'
import { termStream } from '../../../../shared/facts/term.ts'
import type { VenueValues } from '../../../../shared/facts/venue.ts'
import { organizerMembers } from '../../../../shared/members/organizer.ts'
import { venueMembers } from '../../../../shared/members/venue.ts'
import { organizerKind } from '../../../api/cal-v1/directory/organizers.ts'
import { venueKind } from '../../../api/cal-v1/directory/venues.ts'
import { termKinds } from '../../../api/cal-v1/terms/term-kinds.ts'
import type { WriteSupport } from '../../../api/items/deps.ts'
import { withCleanTexts } from '../../../api/items/stored-values.ts'
import type { CleanTextsAhead } from '../../../api/platform/route.ts'
import { directoryCommands, eventCommands } from '../../../api/pages/manage/commands.ts'
import { organizerFields, venueFields } from '../../../api/pages/manage/directory/fields.ts'
import { itemPart } from '../../../api/pages/manage/directory/item-part.ts'
import type { Part } from '../../../api/pages/manage/directory/part.ts'
import { termPart } from '../../../api/pages/manage/directory/term-part.ts'
import { SUBJECTS } from '../../../api/pages/manage/directory/words.ts'
import { managePages, type ManageDeps } from '../../../api/pages/manage/routes.ts'
import type { TermDeps } from '../../../api/cal-v1/terms/term-deps.ts'
import { calendarOn } from '../../../calendar/calendar.ts'
import { formsOn } from '../../../forms/forms.ts'
import { organizerReads, venueReads } from '../../read-side/read-models.ts'
import { notReady, projectionStates } from '../../health.ts'
import { eventDeps, writeSupport } from '../item-routes.ts'
import type { PageRoute } from '../../../api/pages/serve.ts'
import type { ApiParts } from '../parts.ts'
import { contextBy, namesIn, newBrowser, type Keeping } from './around.ts'
import { composedTerms } from '../terms.ts'

/** With what the desk writes. */
type DeskWriting = {
  readonly parts: ApiParts
  readonly support: WriteSupport
  readonly ahead: CleanTextsAhead
  readonly terms: TermDeps
}

const venuesAt = ({ parts, support, ahead, terms }: DeskWriting): Part => {
  const { models, store, board, reads, writing } = parts
  const venues = venueReads(models, store, board)
  const items = calendarOn(writing).venue
  return itemPart<VenueValues>(
    {
      ...{ noun: 'venue', subject: SUBJECTS.venue, table: venueMembers, fields: venueFields },
      ...{ aboutWord: 'Where', aboutOf: ({ address, city }) => [address, city] },
      placeOf: ({ city }) => city,
    },
    {
      queries: models.venue.queries,
      idOf: venueId,
      meet: venues.meet,
      fromRecords: venueFromRecords,
      ahead,
      tags: { terms: models.term.queries, writes: terms.writes },
      commands: directoryCommands(
        venueKind,
        { reads: venues, eventById: reads.eventById, writes: { ...support, items } },
        ahead,
      ),
    },
  )
}

const organizersAt = ({ parts, support, ahead, terms }: DeskWriting): Part => {
  const { models, store, board, reads, writing } = parts
  const organizers = organizerReads(models, store, board)
  const items = calendarOn(writing).organizer
  return itemPart<OrganizerValues>(
    {
      ...{ noun: 'organizer', subject: SUBJECTS.organizer, table: organizerMembers, fields: organizerFields },
      ...{ aboutWord: 'Contact', aboutOf: ({ email, phone }) => [email, phone] },
      placeOf: () => '',
    },
    {
      queries: models.organizer.queries,
      idOf: organizerId,
      meet: organizers.meet,
      fromRecords: organizerFromRecords,
      ahead,
      tags: { terms: models.term.queries, writes: terms.writes },
      commands: directoryCommands(
        organizerKind,
        { reads: organizers, eventById: reads.eventById, writes: { ...support, items } },
        ahead,
      ),
    },
  )
}

const termsAt = ({ parts, ahead, terms }: DeskWriting): readonly Part[] => {
  const deps = {
    queries: parts.models.term.queries,
    recordsOf: (id: TermId) => parts.store.read(termStream(id)),
    terms,
    ahead,
  }
  return [
    termPart(termKinds.cal_events_cat, SUBJECTS.category, deps),
    termPart(termKinds.post_tag, SUBJECTS.tag, deps),
  ]
}

/** How this process is, as the health of it tells. */
const stateOf = (parts: ApiParts): ManageDeps['state']['stateNow'] => {
  const orNull = <Value>(asked: Promise<Value> | undefined): Promise<Value | null> =>
    asked?.catch(() => null) ?? Promise.resolve(null)
  return async () => {
    const reasons = await notReady(parts)
    const [head, jobs, told] = await Promise.all([
      orNull(parts.store.head()),
      orNull(parts.queue?.pending()),
      orNull(parts.models.subscriptions.listSubscriptions()),
    ])
    const receivers = told === null ? null : receiversIn(told)
    return { reasons, head, jobs, receivers, models: projectionStates(parts) }
  }
}

const composedManage = (
  parts: ApiParts,
  { imports: { settled }, succession, settings, telling, merging, contact }: Keeping,
): ManageDeps => {
  const [contextOf, names] = [contextBy(parts), namesIn(parts)]
  const { models, directory, reads, writing, images, desk, newCorrelation } = parts
  // pages wait once for all that they did
  const support = writeSupport(directory, images, async () => null)
  const ahead = { withCleanTexts: withCleanTexts(parts.clean) }
  const terms = composedTerms(parts, support.waitUntilVisible)
  const forms = formsOn(writing)
  const deskWriting: DeskWriting = { parts, support, ahead, terms }
  return {
    ...{ names, contextOf, newBrowser, merging, contact, settled, desk, newCorrelation },
    events: reads,
    venues: models.venue.queries,
    organizers: models.organizer.queries,
    terms: models.term.queries,
    users: directory,
    imports: models.imports,
    schedules: models.schedules,
    people: {
      ...{ ...succession, settled, desk, users: directory, events: models.listing.queries },
      ...{ accounts: parts.accounts, sessions: parts.sessions, contextOf, forms },
    },
    settings: { ...settings, desk, contextOf, loginOf: names.loginOf },
    subscriptions: { telling, desk, contextOf },
    state: { desk, rebuild: parts.rebuild, stateNow: stateOf(parts) },
    lines: { ...names, history: models.history },
    pictures: models.picture,
    ...{ pictureChanges: parts.pictureChanges, addPicture: images.add, forms },
    commands: eventCommands(eventDeps({ writing, support, events: reads }), ahead),
    parts: [venuesAt(deskWriting), organizersAt(deskWriting), ...termsAt(deskWriting)],
  }
}

/** The desk, where events are kept. */
export const deskPages = (parts: ApiParts, keeping: Keeping): readonly PageRoute[] =>
  managePages(composedManage(parts, keeping))
