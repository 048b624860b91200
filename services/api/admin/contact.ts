import { CONTACT } from '../../../shared/facts/forgotten.ts'
import type { Context } from '../../handle.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { refused } from '../platform/answers/errors.ts'
import { defaulted } from '../platform/arguments/arguments.ts'
import { oneOf } from '../platform/arguments/kinds.ts'
import { contextOf } from '../platform/call.ts'
import { endpoint, route, type Route } from '../platform/route.ts'
import { mayAdminister } from './rights.ts'

type Contact = (typeof CONTACT)[number]

export type ContactDeps = {
  /** null: there is no such organizer; `nothing`: the log holds nothing of it. */
  readonly forgetContact: (
    id: number,
    members: readonly Contact[],
    context: Context,
  ) => Promise<'done' | 'nothing' | 'merge_under_way' | null>
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

export const contactOptions = {
  what: defaulted(oneOf(['both', ...CONTACT]), 'both', { description: 'Which of the two.' }),
}

/** Forgets how an organizer was to be reached (spec 00 §6.7). */
export const forgetContactOf = async (
  { forgetContact, settled }: ContactDeps,
  id: number,
  what: 'both' | Contact,
  context: Context,
): Promise<Answer> => {
  const members = CONTACT.filter(member => what === 'both' || what === member)
  const done = await forgetContact(id, members, context)
  if (done === null) return refused('rest-organizer-not-found')
  if (done === 'merge_under_way') return refused('merge_under_way')
  await settled()
  return json(200, { id, forgotten: done === 'done' ? members : [] })
}

export const contactRoutes = (deps: ContactDeps): readonly Route[] => [
  route('', '/admin/organizers/{id}/forget-contact', [
    endpoint({
      methods: ['POST'],
      args: contactOptions,
      may: mayAdminister,
      handle: ({ what }, call) => forgetContactOf(deps, Number(call.path['id']), what, contextOf(call)),
    }),
  ]),
]
