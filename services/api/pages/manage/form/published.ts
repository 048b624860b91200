import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { nowUtc } from '../../../../../shared/kernel/time/calculate.ts'
import { parseZone, toLocal } from '../../../../../shared/kernel/time/zone.ts'
import type { UtcTime } from '../../../../../shared/kernel/brands.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { momentIn } from '../../../platform/typed-times.ts'
import { textOf } from '../../page.ts'

/** A date of publication as its field has it, by the clock of the site: `2027-05-08T10:00`. */
export const publishedTyped = (publishedAt: UtcTime | null, siteZone: string): string =>
  publishedAt === null ? '' : toLocal(publishedAt, siteZone).slice(0, 16).replace(' ', 'T')

/** The same as the interface takes it; nothing: it is not sent. */
export const publishedSent = (typed: string): { readonly date?: string } =>
  typed === '' ? {} : { date: `${typed.replace('T', ' ')}:00` }

/** By whose clock a form has its date of publication: the zone of the site as it is shown. */
export const clockField = (siteZone: string): Markup =>
  html`<input type="hidden" name="clock" value="${siteZone}" />`

/** A form that was sent, with that date by the clock of the site, whichever it was when the form was shown. Pure. */
export const onSiteClock = (form: Nested, siteZone: string): Nested => {
  const clock = parseZone(textOf(form, 'clock'))
  const isOther = clock !== null && clock !== siteZone
  const meant = isOther ? momentIn(textOf(form, 'publishedAt'), clock) : null
  return meant === null
    ? form
    : { ...form, clock: siteZone, publishedAt: publishedTyped(nowUtc(meant), siteZone) }
}

export const PUBLISHED_HINT = 'One that is to come: it is published then.'
