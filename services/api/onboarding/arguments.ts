import { TABS } from '../../site/onboarding/state.ts'
import {
  accept,
  anyObject,
  type ArgumentKind,
  type Given,
  list,
  optional,
  required,
} from '../platform/arguments/arguments.ts'
import { boolean, integer, text } from '../platform/arguments/kinds.ts'

const tab = integer({ minimum: 0, maximum: TABS - 1 })
const tabs = () => list(tab, { maxItems: TABS })
const note = { description: 'Progress of the wizard.' }

/** Settings that are not to be changed are sent empty. */
const orEmpty = <Value>(kind: ArgumentKind<Value>): ArgumentKind<Value | null> => ({
  ...kind,
  read: (value, name, at) => (value === '' ? accept(null) : kind.read(value, name, at)),
})

/** What the index publishes (spec 06 §3). */
export const wizardArguments = {
  action_nonce: required(text(), { description: 'Nonce of action cal_wizard.' }),
}

/** Members that are accepted besides, and published nowhere. */
export const wizardMembers = {
  begun: optional(boolean(), note),
  finished: optional(boolean(), note),
  optin: optional(boolean(), { description: 'Whether usage may be told of.' }),
  eventTickets: optional(boolean(), { description: 'Whether tickets are wished for.' }),
  currentTab: optional(tab, note),
  completedTabs: optional(tabs(), note),
  skippedTabs: optional(tabs(), note),
  currency: optional(text(), { description: 'Code of a currency.' }),
  date_format: optional(text(), { description: 'How dates are read.' }),
  timezone_string: optional(text(), { description: 'Zone of the site.' }),
  start_of_week: optional(orEmpty(integer()), { description: '0 is Sunday.' }),
  calEnableViews: optional(list(text(), { maxItems: 20 }), { description: 'Views that are offered.' }),
  venue: optional(anyObject(), { description: 'A first venue.' }),
  organizer: optional(anyObject(), { description: 'A first organizer.' }),
} as const

export type WizardSent = Given<typeof wizardMembers>
