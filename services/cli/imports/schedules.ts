import { everyText } from '../../imports/feed/schedule/every.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/kernel/json.ts'
import type { Command } from '../command.ts'
import { list, operation, text } from '../operation.ts'
import { table } from '../table.ts'

/** null: there is none. */
const objectIn = (value: Json | undefined): JsonObject | null =>
  value !== undefined && value !== null && isObject(value) ? value : null

const whoText = (by: Json | undefined): string => {
  const who = objectIn(by)
  if (who === null) return ''
  return ` by ${typeof who['login'] === 'string' ? who['login'] : `user ${text(who['id'])}`}`
}

/** When it is fetched next, or why it is not. */
const nextText = ({ paused, due_at: dueAt }: JsonObject): string => {
  const pause = objectIn(paused)
  return pause === null ? text(dueAt) : `paused since ${text(pause['at'])}${whoText(pause['by'])}`
}

/** Of the last import: how many items met which end. */
const countsText = ({ last_import: lastImport }: JsonObject): string =>
  Object.entries(objectIn(objectIn(lastImport)?.['outcomes']) ?? {})
    .filter(([, count]) => count !== 0)
    .map(([outcome, count]) => `${text(count)} ${outcome}`)
    .join(', ')

const lastRow = ({ last: checked }: JsonObject): readonly [at: string, outcome: string] => {
  const last = objectIn(checked)
  if (last === null) return ['never', '']
  const { at, outcome, reason, found } = last
  const why = [reason, found].filter(part => typeof part === 'string').join(' ')
  return [text(at), why === '' ? text(outcome) : `${text(outcome)} (${why})`]
}

/** Since when and why it fails; none: it does not. */
const failingText = (schedule: JsonObject): readonly string[] => {
  const failing = objectIn(schedule['failing'])
  if (failing === null) return []
  const good = schedule['last_good_at']
  return [
    `${text(schedule['source'])} has failed since ${text(failing['since'])} (${text(schedule['failures'])} in a row, ` +
      `see show-import ${text(failing['import_id'])}): ${text(failing['told'])} ` +
      `Last good: ${typeof good === 'string' ? good : 'never'}.`,
  ]
}

const schedulesText = (result: JsonObject): string => {
  const schedules = list(result['schedules'])
  if (schedules.length === 0) return 'no schedules'
  const failing = schedules.flatMap(failingText)
  return [
    table([
      ['schedule', 'every', 'next', 'last', 'outcome', 'import', 'its items', 'address'],
      ...schedules.map(one => [
        text(one['schedule_id']),
        everyText(Number(one['every_minutes'])),
        nextText(one),
        ...lastRow(one),
        text(one['import_id'] ?? ''),
        countsText(one),
        text(one['url']),
      ]),
    ]),
    ...(failing.length === 0 ? [] : ['', ...failing]),
  ].join('\n')
}

const scheduleText = (schedule: JsonObject): string => {
  const [at, outcome] = lastRow(schedule)
  const rows = [
    ['schedule', text(schedule['schedule_id'])],
    ['address', text(schedule['url'])],
    ['source', text(schedule['source'])],
    ['every', everyText(Number(schedule['every_minutes']))],
    ['next', nextText(schedule)],
    ['last', `${at} ${outcome}`.trim()],
    ['import', [schedule['import_id'] ?? '', countsText(schedule)].map(text).join(' ').trim()],
    ['new events', `${text(schedule['post_status'])}, by user ${text(schedule['author'])}`],
    ['category', text(schedule['category'] ?? '')],
    ['known events', text(schedule['update_authority'])],
  ]
  return [table(rows), ...failingText(schedule)].join('\n')
}

/** Commands about feeds that are fetched again and again, by name; `register-import` sets one (spec 05 §14). */
export const scheduleCommands: Readonly<Record<string, Command>> = {
  schedules: operation(
    'schedules',
    [],
    'The feeds that are fetched again and again: how often, when next, what came of it the last time, and which fail.',
    schedulesText,
  ),
  'show-schedule': operation(
    'show-schedule',
    ['schedule_id'],
    'Shows one of these feeds, with the options of its imports.',
    scheduleText,
  ),
  'change-schedule': operation(
    'change-schedule',
    ['schedule_id'],
    'Has a feed fetched from another address (at once, as the same source), at other times, or with other options of ' +
      'its imports; what is not given stays. --category "" has no category added.',
    scheduleText,
    ['url', 'every', 'post-status', 'author', 'category', 'update-authority'],
  ),
  'pause-schedule': operation(
    'pause-schedule',
    ['schedule_id'],
    'Has a feed not fetched until it is resumed.',
    r => `schedule ${text(r['schedule_id'])} is paused`,
  ),
  'resume-schedule': operation(
    'resume-schedule',
    ['schedule_id'],
    'Has a paused feed fetched again, at the next of its times.',
    r => `schedule ${text(r['schedule_id'])} is fetched next ${text(r['due_at'])}`,
  ),
  unschedule: operation(
    'unschedule',
    ['schedule_id'],
    'Has a feed fetched no more; what was imported stays.',
    r => `schedule ${text(r['schedule_id'])} is removed`,
  ),
}
