import { itemsPutBack, type PutBackDesk } from '../../calendar/put-back/desk.ts'
import { putBackTerm } from '../../calendar/put-back/term.ts'
import { putsBack } from '../../calendar/put-back/thing.ts'
import { thereOn } from '../../imports/undo/scope.ts'
import type { ApiParts } from '../api/parts.ts'

/** Everything that can be put back, with the parts of a process (spec 00 §6.4). */
export const putBackDeskOf = ({ writing, store }: ApiParts): PutBackDesk => {
  const items = { writing, there: thereOn(store) }
  return {
    event: itemsPutBack(items, 'event'),
    venue: itemsPutBack(items, 'venue'),
    organizer: itemsPutBack(items, 'organizer'),
    category: putsBack(putBackTerm(writing, 'category')),
    tag: putsBack(putBackTerm(writing, 'tag')),
  }
}
