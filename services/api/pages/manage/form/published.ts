import { toLocal } from '../../../../../shared/kernel/time/zone.ts'
import type { UtcTime } from '../../../../../shared/kernel/brands.ts'

/** A date of publication as its field has it, by the clock of the site: `2027-05-08T10:00`. */
export const publishedTyped = (publishedAt: UtcTime | null, siteZone: string): string =>
  publishedAt === null ? '' : toLocal(publishedAt, siteZone).slice(0, 16).replace(' ', 'T')

/** The same as the interface takes it; nothing: it is not sent. */
export const publishedSent = (typed: string): { readonly date?: string } =>
  typed === '' ? {} : { date: `${typed.replace('T', ' ')}:00` }

export const PUBLISHED_HINT = 'One that is to come: it is published then.'
