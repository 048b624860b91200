import { can } from '../../../shared/rights.ts'
import type { Caller } from '../platform/call.ts'

/** Administrators and editors (spec 00 §6). */
export const mayAdminister = (caller: Caller): boolean => can(caller, 'edit-others')

/** Whoever names an address has the service speak to it, and may let it see everything (spec 08 §1). */
export const maySubscribe = (caller: Caller): boolean => can(caller, 'manage-site')
