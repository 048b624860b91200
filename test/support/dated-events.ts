import { type ApiWorld } from './api-world.ts'
import { asking } from './rows.ts'

export type Event = {
  readonly id: number
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly all_day: boolean
  readonly date: string
  readonly date_utc: string
  readonly modified: string
}

export type Later = {
  readonly id: number
  readonly start_date: string
  readonly end_date: string
  readonly start_date_utc: string
  readonly end_date_utc: string
  readonly duration: number
}

export const local = ({ start_date, end_date }: Event | Later) => [start_date, end_date]

export const utc = ({ utc_start_date, utc_end_date }: Event) => [utc_start_date, utc_end_date]

/** Events by their dates, in both generations. */
export const datedEvents = (world: () => ApiWorld) => {
  const { edit, refusedOn } = asking(() => world())
  const create = (body: object) => edit<Event>('POST events', { title: 'E', ...body }, 201)
  const change = (id: number, body: object) => edit<Event>(`PATCH events/${id}`, body, 200)
  const createX = (body: object) => edit<Later>('POST /calx/v1/events', { title: 'E', ...body }, 201)
  const changeX = (id: number, body: object) => edit<Later>(`PATCH /calx/v1/events/${id}`, body, 200)
  const at = (start: string, end = start, more: object = {}) =>
    create({ start_date: start, end_date: end, ...more })
  return { edit, refusedOn, create, change, createX, changeX, at }
}
