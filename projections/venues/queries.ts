import type { VenueValues } from '../../shared/facts/venue.ts'
import { shownInLog, shownInRecords } from '../engine/fold.ts'
import type { DirectoryQueries } from '../items/directory-queries.ts'
import { withRendered } from '../items/post.ts'
import { venueFold } from './evolve.ts'

export type VenueQueries = DirectoryQueries<VenueValues>

export const venueFromRecords = shownInRecords(venueFold, withRendered)
export const venueInLog = shownInLog(venueFold, withRendered)
