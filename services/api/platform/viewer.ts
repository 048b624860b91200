import type { Viewer } from '../../../projections/event-listing/queries.ts'
import { can } from '../../accounts/capabilities.ts'
import type { Caller } from './caller.ts'

/** Who reads, as the read models ask. */
export const viewerOf = (caller: Caller): Viewer => ({
  userId: caller?.id ?? null,
  readsOthers: can(caller, 'read-others'),
  editsOwn: can(caller, 'publish'),
  editsDrafts: can(caller, 'create'),
})
