import { expect } from 'vitest'
import { embeddedService } from './embedded-service.ts'

type Data = Readonly<Record<string, unknown>>
const read = (html: string, name: string): Data => {
  const [, text] =
    new RegExp(`<script type="application/json" data-js="${name}">(.*?)</script>`).exec(html) ?? []
  return JSON.parse(text ?? 'null') as Data
}

/** `2027-03-10 11:00` on the clock of the site. */
const VIEW_NOW = Date.UTC(2027, 2, 10, 16)

/** An embedded service with a clock that is set by hand, and its views taken apart. */
export const viewWorld = async (env: Readonly<Record<string, string>> = {}, nowMs = VIEW_NOW) => {
  const clock = { ms: nowMs }
  const service = await embeddedService(env, undefined, () => clock.ms)
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await service.ask(`POST /cal/events/v1/${path}`, { body })
    expect(answer.status).toBe(201)
    return (answer.body as { readonly id: number }).id
  }
  const viewOf = (html: string) => ({
    html,
    data: read(html, 'cal-events-view-data'),
    nonces: read(html, 'cal-events-view-nonce-data'),
    /** Titles of the events, in their order. */
    titles: [...html.matchAll(/<a class="cal-events-event__link"[^>]*>([^<]*)<\/a>/g)].map(found => found[1]),
    /** A cell of a month, up to the next one. */
    cell: (date: string) =>
      new RegExp(
        `<div class="[^"]*" id="cal-events-calendar-day-${date}".*?(?=<div class="[^"]*" id="|</div> </div>)`,
      ).exec(html)?.[0] ?? '',
  })
  return {
    ...service,
    clock,
    event: (title: string, start: string, end: string, more: object = {}) =>
      made('events', { title, start_date: start, end_date: end, ...more }),
    made,
    /** Of `u`, with further arguments such as `&view=day`. */
    view: async (u: string, more = '', headers: Readonly<Record<string, string>> = {}) => {
      const { status, body } = await service.ask(`GET /cal/views/v2/html&u=${encodeURIComponent(u)}${more}`, {
        headers,
      })
      expect(status).toBe(200)
      expect(Object.keys(body as object)).toEqual(['html'])
      return viewOf((body as { readonly html: string }).html)
    },
    viewOf,
  }
}
