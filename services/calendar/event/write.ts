import { eventStream } from '../../../shared/facts/event.ts'
import { itemWriter } from '../item/write.ts'
import { event } from './index.ts'

export const {
  create: createEvent,
  change: changeEvent,
  trash: trashEvent,
  purge: purgeEvent,
  publishDue: publishDueEvent,
  attribute: attributeEvent,
} = itemWriter({ noun: 'event', aggregate: event, stream: eventStream, named: ({ title }) => title })
