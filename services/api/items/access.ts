import { can, canEdit, canRead } from '../../accounts/capabilities.ts'
import type { Answer } from '../platform/answers/answer.ts'
import type { Call } from '../platform/call.ts'
import type { Caller } from '../platform/caller.ts'
import { forbidden, refused } from '../platform/answers/errors.ts'
import type { Noun, Owned } from './deps.ts'

/** How an item route finds its item. */
export type Find<Found> = (call: Call) => Promise<Found | null>

/** General right of every write on events, venues and organizers (spec 01 §9). */
export const mayWrite = (caller: Caller): boolean => can(caller, 'create')

/** Rights on an item in the trash are those on what it was. */
export const mayEdit = (caller: Caller, { values, was }: Owned): boolean =>
  canEdit(caller, { author: values.author, status: was ?? values.status })

/** `Allow` goes by the item. */
export const offeredBy = (find: Find<Owned>) => async (call: Call) => {
  if (!mayWrite(call.caller)) return false
  const item = await find(call)
  return item !== null && mayEdit(call.caller, item)
}

/** Only some may name another author than themselves (spec 01 §9). */
export const mayAttribute = (author: number | undefined, { caller }: Call): boolean =>
  author === undefined || author === caller?.id || can(caller, 'assign-author')

type Admitted<Found> =
  { readonly ok: true; readonly item: Found } | { readonly ok: false; readonly answer: Answer }

/**
 * Step 7 of spec 01 §3 for writes, by what is said of an item that the caller cannot read. `trashed`: an item in the
 * trash is meant, too.
 */
export const admitting =
  (unreadable: (noun: Noun, caller: Caller) => Answer) =>
  <Found extends Owned>(
    noun: Noun,
    item: Found | null,
    { caller }: Call,
    trashed: boolean,
  ): Admitted<Found> => {
    const deny = (answer: Answer) => ({ ok: false, answer }) as const
    const unknown = deny(refused(`rest-${noun}-not-found`))
    if (item === null) return unknown
    const editable = mayEdit(caller, item)
    if (item.values.status === 'trash') {
      if (!editable) return unknown
      return trashed ? { ok: true, item } : deny(refused(`${noun}-is-in-trash`))
    }
    if (!canRead(caller, item.values)) return deny(unreadable(noun, caller))
    return editable ? { ok: true, item } : deny(forbidden(caller))
  }
