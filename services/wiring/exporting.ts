import type { EpochMs } from '../../shared/kernel/brands.ts'
import { eventFold } from '../../projections/items/item.ts'
import { pageUrl } from '../../projections/event-listing/queries.ts'
import { foldRecords } from '../../projections/engine/fold.ts'
import { changesOf } from '../../projections/history/changes.ts'
import { entriesOf, kinds } from '../../projections/history/evolve.ts'
import { decode } from '../../projections/history/kinds.ts'
import { organizerFold } from '../../projections/organizers/evolve.ts'
import { termFold } from '../../projections/terms/evolve.ts'
import { venueFold } from '../../projections/venues/evolve.ts'
import type { Config } from '../../shared/config.ts'
import { placeOf } from '../../shared/facts/forgotten.ts'
import type { Carried } from '../../shared/facts/common.ts'
import type { Exporting } from '../export/out/export.ts'
import type { SiteTold } from '../export/out/site-told.ts'
import { siteOf } from './read-side/site-texts.ts'

/** As the read models tell them. */
export const datesOf: Exporting['datesOf'] = (noun, records) => {
  const dated = (item: Carried | null): Carried | null =>
    item && { created: item.created, modified: item.modified }
  switch (noun) {
    case 'event':
      return dated(foldRecords(records, eventFold))
    case 'venue':
      return dated(foldRecords(records, venueFold))
    case 'organizer':
      return dated(foldRecords(records, organizerFold))
    case 'term':
      return dated(foldRecords(records, termFold))
  }
}

const siteTold = (config: Config, nowMs: EpochMs): SiteTold => {
  const site = siteOf(config, () => nowMs)
  return {
    apply: site.directory.apply,
    current: () => {
      const { baseUrl: url, name, zone: timezone } = site.current()
      return { url, name, timezone }
    },
    feed: () => {
      const { name, zone, host } = site.texts
      return { name, zone, host }
    },
    pageUrl: (kind, id, values) => pageUrl(site.texts, kind, id, values),
  }
}

export const historyOf: Exporting['historyOf'] = records =>
  records.flatMap(record => {
    const { type, data, meta } = record
    const position = placeOf(record)
    const entry = entriesOf(record).find(({ _id }) => _id === position)
    const kind = kinds.find(one => record.stream.startsWith(`${one}-`))
    if (entry === undefined) return []
    const { at, actor, source, route, correlation } = meta
    const changes = kind === undefined ? {} : changesOf(decode[kind](type, data))
    return [{ position, of: entry.key, at, fact: type, actor, source, route, correlation, changes }]
  })

/** What an export takes from the read side: dates as they are told, and the site in effect. */
export const exportParts = (
  config: Config,
  nowMs: EpochMs,
): Pick<Exporting, 'datesOf' | 'site' | 'historyOf'> => ({
  datesOf,
  historyOf,
  site: siteTold(config, nowMs),
})
