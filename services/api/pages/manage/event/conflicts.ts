import { saidText, type Conflict } from '../form/conflicts.ts'
import type { Offered } from './chosen.ts'
import { idsIn } from '../form/id-list.ts'
import { GROUPS, groupWords, type Group, type ListField, type Typed } from './typed.ts'

const isList = (field: string): field is ListField =>
  field === 'venues' || field === 'organizers' || field === 'categories' || field === 'tags'

const whenText = ({ allDay, startDate, startTime, endDate, endTime, timezone }: Typed): string => {
  const last = endDate === startDate ? '' : ` – ${endDate}`
  if (allDay !== '') return `${startDate}${last}, whole days`
  return `${startDate} ${startTime} – ${endDate === startDate ? '' : `${endDate} `}${endTime}, ${timezone}`
}

/** What a group says, in words. Pure. */
const groupText = (group: Group, typed: Typed, nameOf: Offered['nameOf']): string => {
  if (group === 'when') return whenText(typed)
  const [field] = GROUPS[group]
  const value = typed[field]
  if (!isList(field)) return saidText(value)
  const names = idsIn(value).map(id => nameOf(field, id))
  return names.join(', ') || 'none'
}

type Choosing = {
  readonly both: readonly Group[]
  readonly mine: Typed
  readonly theirs: Typed
  /** What is to be added besides, where it is. */
  readonly added: ReadonlySet<Group>
  readonly nameOf: Offered['nameOf']
}

/** What two people changed of an event, in words. Pure. */
export const conflictsOf = ({ both, mine, theirs, added, nameOf }: Choosing): readonly Conflict[] =>
  both.map(group => ({
    ...{ group, word: groupWords[group], theirs: groupText(group, theirs, nameOf) },
    mine: `${groupText(group, mine, nameOf)}${added.has(group) ? ', and what you add' : ''}`,
  }))
