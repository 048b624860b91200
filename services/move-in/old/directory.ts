import type { UtcTime } from '../../../shared/kernel/brands.ts'
import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import { placeOnEarth } from '../../../shared/kernel/coordinates.ts'
import { stateProvince } from '../../../shared/kernel/text/place.ts'
import { readUri } from '../../../shared/kernel/text/uri.ts'
import { decodeReferences } from '../../../shared/kernel/html/text.ts'
import type { OrganizerValues } from '../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../shared/facts/venue.ts'
import { cutLine } from '../../imports/item/cut.ts'
import { looseFlag, looseLine } from '../../imports/item/loose.ts'
import { postValues, titleIn, wrongTypes, type Notice } from './post.ts'
import { calxShape, organizerShape, shownIn, venueShape, type OldThing } from './shape.ts'

/** What a thing is to be here: members that the other calendar says; `name` never "". */
export type OldItem<Values> =
  | {
      readonly ok: true
      readonly values: Partial<Values>
      /** It lies in the trash over there. */
      readonly isTrashed: boolean
      /** When somebody changed it there last, UTC; null: not told. */
      readonly modifiedUtc: UtcTime | null
      readonly notices: readonly Notice[]
    }
  | {
      readonly ok: false
      readonly reason: 'missing_title' | 'invalid_date'
      readonly notices: readonly Notice[]
    }

const lineIn = (sent: string | undefined): string => cutLine(looseLine(decodeReferences(sent ?? '')) ?? '')

/** "" when there is none; told when it is no address. */
const websiteIn = (sent: string | undefined): { value: string; notices: readonly Notice[] } => {
  const text = looseLine(sent) ?? ''
  const value = text === '' ? '' : readUri(text)
  return value === null
    ? { value: '', notices: [{ member: 'website', why: 'unreadable' }] }
    : { value, notices: [] }
}

type ShownThing = Parameters<typeof postValues>[0] & {
  readonly website?: string
  readonly modified_utc?: UtcTime
}

/** What venues and organizers have in common; `own`: members of the kind alone. */
const oldThing = <Own extends object>(
  { calx, links }: OldThing,
  { shown, wrong, name: sent }: { shown: ShownThing; wrong: readonly string[]; name: string | undefined },
  own: Own,
  cleaning: Cleaning,
) => {
  const more = shownIn(calxShape, calx)
  const notices = wrongTypes(wrong, more.wrong)
  const name = titleIn(more.shown.title?.raw ?? sent, cleaning)
  if (name === '') return { ok: false, reason: 'missing_title', notices } as const
  const post = postValues(shown, more.shown, links, cleaning)
  const website = websiteIn(shown.website)
  return {
    ok: true,
    values: { ...post.values, name, ...own, website: website.value },
    isTrashed: shown.status === 'trash',
    modifiedUtc: shown.modified_utc ?? null,
    notices: [...notices, ...post.notices, ...website.notices],
  } as const
}

/** An organizer (spec 05 §15). */
export const oldOrganizer = (thing: OldThing, cleaning: Cleaning): OldItem<OrganizerValues> => {
  const { shown, wrong } = shownIn(organizerShape, thing.cal)
  const own = { phone: lineIn(shown.phone), email: lineIn(shown.email) }
  return oldThing(thing, { shown, wrong, name: shown.organizer }, own, cleaning)
}

const placeIn = (shown: ReturnType<typeof shownVenue>['shown']) => {
  const place = {
    address: lineIn(shown.address),
    city: lineIn(shown.city),
    country: lineIn(shown.country),
    province: lineIn(shown.province),
    state: lineIn(shown.state),
    zip: lineIn(shown.zip),
  }
  const region = lineIn(shown.stateprovince)
  // computed on read where nobody ever sent another one
  const isComputed = region === stateProvince({ ...place, stateprovince: null })
  return { ...place, stateprovince: isComputed ? null : region }
}

const shownVenue = (cal: unknown) => shownIn(venueShape, cal)

const flagsIn = (flags: Readonly<Record<string, boolean | string | number | undefined>>) =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, sent]) => {
      const flag = looseFlag(sent)
      return flag === undefined ? [] : [[name, flag]]
    }),
  )

/** A venue (spec 05 §15). */
export const oldVenue = (thing: OldThing, cleaning: Cleaning): OldItem<VenueValues> => {
  const { shown, wrong } = shownVenue(thing.cal)
  const own = {
    ...placeIn(shown),
    ...(placeOnEarth(shown.geo_lat, shown.geo_lng) ?? { latitude: null, longitude: null }),
    phone: lineIn(shown.phone),
    ...flagsIn({ showMap: shown.show_map, showMapLink: shown.show_map_link }),
  }
  return oldThing(thing, { shown, wrong, name: shown.venue }, own, cleaning)
}
