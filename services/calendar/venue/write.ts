import { venueStream } from '../../../shared/facts/venue.ts'
import { namedWriter } from '../item/named.ts'
import { venue } from './index.ts'

export const {
  create: createVenue,
  change: changeVenue,
  trash: trashVenue,
  purge: purgeVenue,
  publishDue: publishDueVenue,
  attribute: attributeVenue,
  findOrCreate: findOrCreateVenue,
} = namedWriter({ noun: 'venue', aggregate: venue, stream: venueStream, named: ({ name }) => name })
