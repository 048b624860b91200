import type { TheOne } from '../../site/the-one.ts'
import { contactOptions, forgetContactOf, type ContactDeps } from '../admin/contact.ts'
import { required } from '../platform/arguments/arguments.ts'
import { named } from '../platform/arguments/named-kind.ts'
import { contextOf } from '../platform/call.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

/** `forget-contact` (spec 00 §6.7). `idNamed`: what an id, slug or name means. */
export const contactCommand = (
  deps: ContactDeps,
  idNamed: (type: string, text: string) => Promise<TheOne>,
): Route =>
  command(
    'forget-contact',
    {
      id: required(named(), { description: 'Id, slug or name of the organizer.' }),
      ...contactOptions,
    },
    async ({ id: text, what }, call) => {
      const one = await idNamed('organizer', text)
      return one.ok ? forgetContactOf(deps, one.id, what, contextOf(call)) : unknown('id', one.message)
    },
  )
