import type { UserId } from '../../../../../shared/kernel/brands.ts'
import type { SiteSettings, SomeSettings } from '../../../../../shared/facts/site.ts'
import { capitalized } from '../../../../../shared/kernel/text/capitalized.ts'
import { optionText, readOption, type PeopleAsked } from '../../../../site/options.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf } from '../../page.ts'

/** Names of the fields of a setting: what it is to be, and what it was when the form was opened. */
export const fieldOf = (name: string): string => `set_${name}`
export const wasOf = (name: string): string => `was_${name}`

/** What was typed into a field; null: it is as it was when the form was opened. */
export const typedIn = (form: Nested, name: string): string | null => {
  const typed = form[fieldOf(name)]
  return typeof typed !== 'string' || typed === textOf(form, wasOf(name)) ? null : typed
}

/** How settings and people are known. */
export type Known = {
  /** Names of the settings of the form. */
  readonly names: readonly string[]
  readonly settings: SiteSettings
  readonly people: PeopleAsked
  readonly loginOf: (id: UserId) => string | null
}

/** What a form sets; `wrong`: name of a setting → why it is not set. */
type Sent = { readonly changes: SomeSettings; readonly wrong: Readonly<Record<string, string>> }

/**
 * Only what differs from the form as it was opened is set (spec 07 §12); what somebody else has set since is not
 * overwritten unseen. Pure.
 */
export const settingsSent = (form: Nested, { names, settings, people, loginOf }: Known): Sent => {
  const wrong: Record<string, string> = {}
  let changes: SomeSettings = {}
  for (const name of names) {
    const typed = typedIn(form, name)
    const now = optionText(name, settings, loginOf)
    if (typed === null || typed === now) continue
    if (textOf(form, wasOf(name)) !== now) {
      wrong[name] = `Somebody else has set this to “${now}” since. Save once more to set it all the same.`
      continue
    }
    const read = readOption(name, typed, people)
    if (read.ok) changes = { ...changes, ...read.settings }
    else wrong[name] = `${capitalized(read.why)}.`
  }
  return { changes, wrong }
}
