import type { OrganizerValues } from '../../shared/facts/organizer.ts'
import { shownInLog, shownInRecords } from '../engine/fold.ts'
import type { DirectoryQueries } from '../items/directory-queries.ts'
import { withRendered } from '../items/post.ts'
import { organizerFold } from './evolve.ts'

export type OrganizerQueries = DirectoryQueries<OrganizerValues>

export const organizerFromRecords = shownInRecords(organizerFold, withRendered)
export const organizerInLog = shownInLog(organizerFold, withRendered)
