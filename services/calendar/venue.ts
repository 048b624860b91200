import { VenueFact, venueCodec, type VenueValues } from '../../shared/facts/venue.ts'
import { itemAggregate } from './item/aggregate.ts'

export const venue = itemAggregate<VenueValues, VenueFact>({
  noun: 'venue',
  prefix: 'Venue',
  contract: VenueFact,
  codec: venueCodec,
  termMembers: ['tags'],
})
