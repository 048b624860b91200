import type { Progress } from '../../projections/progress.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import type { Directory } from '../accounts/directory.ts'
import { changeEvent, createEvent, trashEvent } from '../calendar/event/write.ts'
import {
  changeOrganizer,
  createOrganizer,
  findOrCreateOrganizer,
  trashOrganizer,
} from '../calendar/organizer/write.ts'
import { findOrCreateTerm } from '../calendar/term/find-or-create.ts'
import { changeVenue, createVenue, findOrCreateVenue, trashVenue } from '../calendar/venue/write.ts'
import type { Writing } from '../calendar/writing.ts'
import { withDoc } from './cal-v1/doc.ts'
import type { EventReads, EventWrites } from './cal-v1/event-deps.ts'
import { eventRoutes } from './cal-v1/events.ts'
import type { WriteSupport } from './cal-v1/item-deps.ts'
import { organizerRoutes } from './cal-v1/organizers.ts'
import { venueRoutes } from './cal-v1/venues.ts'
import { organizerReads, venueReads, type ReadModels } from './compose-read-models.ts'
import { composedTermRoutes } from './compose-terms.ts'
import type { Route } from './platform/route.ts'

type Parts = {
  readonly store: EventStore
  readonly writing: Writing
  readonly directory: Directory
  readonly models: ReadModels
  readonly board: Progress
  readonly reads: EventReads
}

const eventWrites = (writing: Writing, support: WriteSupport): EventWrites => ({
  ...support,
  events: {
    create: (sent, context) => createEvent(writing, sent, context),
    change: (id, patch, context) => changeEvent(writing, id, patch, context),
    trash: (id, context) => trashEvent(writing, id, 'deleted', context),
  },
  venues: {
    findOrCreate: (wanted, context) => findOrCreateVenue(writing, wanted, context),
    change: (id, patch, context) => changeVenue(writing, id, patch, context),
  },
  organizers: {
    findOrCreate: (wanted, context) => findOrCreateOrganizer(writing, wanted, context),
    change: (id, patch, context) => changeOrganizer(writing, id, patch, context),
  },
  findOrCreateTerm: (taxonomy, name, context) => findOrCreateTerm(writing, taxonomy, name, 'slug', context),
})

/** The routes of the first generation, in index order (spec 00 §4). */
export const calRoutes = (
  parts: Parts,
  waitUntilVisible: WriteSupport['waitUntilVisible'],
): readonly Route[] => {
  const { store, writing, directory, models, board, reads } = parts
  const support: WriteSupport = {
    userExists: async id => directory.byId(id) !== null,
    // no image can be stored yet
    imageExists: async () => false,
    waitUntilVisible,
  }
  const { eventById } = reads
  return withDoc([
    ...eventRoutes({ reads, writes: eventWrites(writing, support) }),
    ...venueRoutes({
      reads: venueReads(models, store, board),
      eventById,
      writes: {
        ...support,
        items: {
          create: (sent, context) => createVenue(writing, sent, context),
          change: (id, patch, context) => changeVenue(writing, id, patch, context),
          trash: (id, context) => trashVenue(writing, id, 'deleted', context),
        },
      },
    }),
    ...organizerRoutes({
      reads: organizerReads(models, store, board),
      eventById,
      writes: {
        ...support,
        items: {
          create: (sent, context) => createOrganizer(writing, sent, context),
          change: (id, patch, context) => changeOrganizer(writing, id, patch, context),
          trash: (id, context) => trashOrganizer(writing, id, 'deleted', context),
        },
      },
    }),
    ...composedTermRoutes(parts, waitUntilVisible),
  ])
}
