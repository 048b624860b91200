import { escapeXml } from '../../../shared/kernel/html/escape-xml.ts'
import { plainText } from '../../../shared/kernel/html/text.ts'
import type { FeedEvent, FeedRelated } from './vevent.ts'

/** Signs of a text: what a reader shows before somebody opens the page. */
export const TEXT_LENGTH = 2_000

/** An element that holds a text; "": nothing to say. */
export const element = (name: string, text: string): string =>
  text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`

/** What an event is known by in feeds of news, whatever becomes of its slug (spec 06 §4.1); no address to go to. */
export const lastingId = ({ _id }: FeedEvent, baseUrl: string): string => `${baseUrl}/?p=${_id}`

/** When on its own clock, and where: plain texts, only those that say something. */
export const whenAndWhere = ({ values }: FeedEvent, { venues }: FeedRelated): readonly string[] => {
  const { start, end, allDay, timezone } = values
  const [day, time] = [start.slice(0, 10), start.slice(11, 16)]
  const lastDay = end.slice(0, 10)
  const when = allDay
    ? `${day}${lastDay === day ? '' : ` to ${lastDay}`}`
    : `${day} ${time} to ${lastDay === day ? '' : `${lastDay} `}${end.slice(11, 16)} (${timezone})`
  const where = venues.map(({ name }) => plainText(name)).join('; ')
  return [when, where].filter(part => part !== '')
}
