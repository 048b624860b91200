import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { MovedKind } from '../identity.ts'
import { calxShape, eventShape, organizerShape, termShape, venueShape } from '../old/shape.ts'

/** Compared after the move, and read nowhere else. */
const COMPARED = ['utc_start_date', 'utc_end_date', 'date', 'id']

const MEMBERS: Readonly<Record<Exclude<MovedKind, 'image'>, ReadonlySet<string>>> = {
  event: new Set([...Object.keys(eventShape), ...COMPARED]),
  venue: new Set([...Object.keys(venueShape), ...COMPARED]),
  organizer: new Set([...Object.keys(organizerShape), ...COMPARED]),
  category: new Set(Object.keys(termShape)),
  tag: new Set(Object.keys(termShape)),
}

const only = (object: JsonObject, wanted: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => wanted(name)))

/** What is looked at of a thing: a calendar is held whole while it moves. */
export const slimCal = (kind: Exclude<MovedKind, 'image'>, cal: JsonObject): JsonObject =>
  only(cal, name => MEMBERS[kind].has(name))

export const slimCalx = (calx: JsonObject): JsonObject => only(calx, name => Object.hasOwn(calxShape, name))
