import { utcTime } from '../../shared/kernel/brands.ts'
import { makeView } from '../../services/views/make.ts'
import type { ViewQuery } from '../../services/views/query.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import { eventValues, recorder } from './recorded.ts'
import { readModels, site } from './read-models.ts'
import { viewQuery, viewSite } from './view-content.ts'

/** Views of so many events, whose ids begin with 1. */
export const viewCalendar = async (count: number, valuesOf: (id: number) => Partial<EventValues>) => {
  const models = await readModels()
  const record = recorder()
  await models.apply(
    Array.from({ length: count }, (_, n) =>
      record({
        type: 'EventCreated',
        eventId: n + 1,
        by: 'person',
        values: eventValues({ slug: `e${n + 1}`, ...valuesOf(n + 1) }),
      }),
    ),
  )
  const reads = {
    listEvents: models.events.listEvents,
    anyEvent: models.events.anyEvent,
    jsonLd: models.events.jsonLd,
    terms: models.terms,
    venues: models.venues.byIds,
    pageUrl: (kind: string, id: number) => `${site.url}/${kind}/${id}/`,
    currency: () => site.currency,
  }
  return async (query: Partial<ViewQuery>) => {
    const { html } = await makeView(
      reads,
      viewSite,
      { ...viewQuery, ...query },
      utcTime('2027-04-01 12:00:00'),
    )
    const block = (attributes: string) =>
      JSON.parse(new RegExp(`<script ${attributes}>(.*?)</script>`).exec(html)?.[1] ?? 'null') as never
    return {
      html,
      links: html.match(/class="cal-events-event__link"/g)?.length ?? 0,
      data: block('type="application/json" data-js="cal-events-view-data"') as {
        readonly events: Readonly<Record<string, readonly number[]>> & { readonly length?: number }
        readonly days: Readonly<
          Record<string, { readonly found_events: number; readonly events: readonly number[] }>
        >
        readonly messages: { readonly notice: readonly string[] }
      },
      told: block('type="application/ld\\+json"') as readonly {
        readonly name: string
        readonly description: string
      }[],
    }
  }
}
