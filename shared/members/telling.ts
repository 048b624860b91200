/** What people look for first; everything else follows as it is stored. */
const FIRST = [
  'title',
  'name',
  'status',
  'start',
  'end',
  'allDay',
  'timezone',
  'venues',
  'organizers',
  'categories',
  'tags',
]

/** What nobody looks for as long as it is what it always is. */
const USUAL: Readonly<Record<string, string>> = {
  commentStatus: 'open',
  pingStatus: 'open',
  format: 'standard',
}

/** Where a member stands among others when people are told of them. */
export const rankOf = (member: string): number =>
  FIRST.includes(member) ? FIRST.indexOf(member) : FIRST.length

export const isUsual = (member: string, value: unknown): boolean =>
  USUAL[member] === value && value !== undefined

/** Whether a member says nothing that others beside it do not say: instants, when there are local times. */
export const isToldByOthers = (member: string, others: object): boolean =>
  (member === 'startUtc' || member === 'endUtc') &&
  ('start' in others || 'end' in others || 'timezone' in others)
