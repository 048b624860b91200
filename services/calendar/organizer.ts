import { OrganizerFact, organizerCodec, type OrganizerValues } from '../../shared/facts/organizer.ts'
import { itemAggregate } from './item/aggregate.ts'

export const organizer = itemAggregate<OrganizerValues, OrganizerFact>({
  noun: 'organizer',
  prefix: 'Organizer',
  contract: OrganizerFact,
  codec: organizerCodec,
  termMembers: ['tags'],
})
