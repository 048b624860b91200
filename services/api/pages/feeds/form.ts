import { html, type Markup } from '../../../../shared/kernel/html/markup.ts'
import { everyText } from '../../../imports/feed/schedule/every.ts'
import { AUTHORITY, choiceField, lineField, STATUS, type Choice } from '../imports/fields.ts'

/** What was typed into a form about a feed, by its names. */
export type Typed = Readonly<Record<string, string>>

/** Names of what both forms ask. */
export const ASKED = ['url', 'every', 'author', 'category', 'post_status', 'update_authority'] as const

const UNITS = [
  [1_440, 'day'],
  [60, 'hour'],
  [1, 'minute'],
] as const

/** `every 6 hours`, `every day`. */
export const everyWords = (minutes: number): string => {
  const [size, unit] = UNITS.find(([each]) => minutes % each === 0) ?? [1, 'minute']
  const count = minutes / size
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}

const EVERY = [360, 15, 60, 1_440, 10_080]

const everyChoices = (current: number | null): readonly Choice[] =>
  [...new Set([...(current === null ? [] : [current]), ...EVERY])].map(minutes => [
    everyText(minutes),
    everyWords(minutes),
  ])

/** Without what only a new one has: that the site decides. */
const decided = (choices: readonly Choice[]): readonly Choice[] => choices.filter(([value]) => value !== '')

/** Fields of a feed that is to be fetched. */
export const newFeedFields = (typed: Typed): Markup => {
  const filled = { typed, problems: {} }
  return html`${lineField('url', 'Address of the feed', filled, { isRequired: true })}
  ${choiceField('every', 'It is fetched', everyChoices(null), filled)}
  ${lineField('source', 'Name of the source, if not its address', filled)}
  ${lineField('author', 'In whose name, if not yours: login or e-mail address', filled)}
  ${lineField('category', 'Category of new events, by name', filled)}
  ${choiceField('post_status', 'New events are', STATUS, filled)}
  ${choiceField('update_authority', 'Known events', AUTHORITY, filled)}`
}

/** Fields of one that is fetched: what it is known by is not among them. `everyMinutes`: as it is now. */
export const feedFields = (typed: Typed, everyMinutes: number): Markup => {
  const filled = { typed, problems: {} }
  return html`${lineField('url', 'Address of the feed', filled, { isRequired: true })}
  ${choiceField('every', 'It is fetched', everyChoices(everyMinutes), filled)}
  ${lineField('author', 'In whose name: login or e-mail address', filled)}
  ${lineField('category', 'Category of new events, by name; empty for none', filled)}
  ${choiceField('post_status', 'New events are', decided(STATUS), filled)}
  ${choiceField('update_authority', 'Known events', decided(AUTHORITY), filled)}`
}
