import { organizerStream } from '../../../shared/facts/organizer.ts'
import { namedWriter } from '../item/named.ts'
import { organizer } from './index.ts'

export const {
  create: createOrganizer,
  change: changeOrganizer,
  trash: trashOrganizer,
  purge: purgeOrganizer,
  publishDue: publishDueOrganizer,
  attribute: attributeOrganizer,
  findOrCreate: findOrCreateOrganizer,
} = namedWriter({
  noun: 'organizer',
  aggregate: organizer,
  stream: organizerStream,
  named: ({ name }) => name,
})
