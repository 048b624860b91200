import type { IsoTime } from '../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../shared/kernel/html/markup.ts'
import { nowUtc, msOfIso } from '../../../shared/kernel/time/calculate.ts'
import { formatDate } from '../../../shared/kernel/time/format.ts'
import { abbreviation, toLocal } from '../../../shared/kernel/time/zone.ts'
import type { Site } from '../platform/call.ts'

type Clock = Pick<Site, 'zone' | 'settings'>

/** An instant (ISO 8601) as clocks of the site show it, in the formats of the site. */
const whenText = (iso: IsoTime, { zone, settings: { dateFormat, timeFormat } }: Clock): string => {
  const utc = nowUtc(msOfIso(iso))
  return `${formatDate(`${dateFormat} ${timeFormat}`, toLocal(utc, zone))} ${abbreviation(utc, zone)}`
}

/** The same, as an element that programs read. */
export const when = (iso: IsoTime, site: Clock): Markup =>
  html`<time datetime="${iso}">${whenText(iso, site)}</time>`
