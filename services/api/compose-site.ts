import { setTimeout as sleep } from 'node:timers/promises'
import type { Model } from '../../projections/run-models.ts'
import type { Progress } from '../../projections/progress.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { SITE_STREAM, type SomeSettings } from '../../shared/facts/site.ts'
import type { SiteDirectory } from '../site/directory.ts'
import type { Rebuild } from './operator/projections.ts'
import type { SiteDeskDeps } from './operator/site.ts'

/** Settings that stand in texts which read models keep. */
const IN_TEXTS: readonly (keyof SomeSettings)[] = [
  'url',
  'timezoneString',
  'gmtOffset',
  'currencySymbol',
  'currencyCode',
  'currencyPosition',
]
const POLL_MS = 20

/** The same models, made only when the latest settings are known: kept texts are made with them. */
export const withLatestSite = (
  models: readonly Model[],
  store: EventStore,
  directory: SiteDirectory,
): readonly Model[] =>
  models.map(({ name, make }) => ({
    name,
    make: async documents => {
      directory.apply(await store.read(SITE_STREAM))
      return make(documents)
    },
  }))

/** Has the named read models made anew after a change that stands in their texts. */
export const remakeTexts = (
  board: Progress,
  rebuild: Rebuild,
  names: readonly string[],
): SiteDeskDeps['remake'] => {
  const until = async (is: () => boolean) => {
    for (await board.refresh(); !is(); await board.refresh()) await sleep(POLL_MS)
  }
  const stands = (name: string) => board.stopped(name) === null
  return async changed => {
    if (!IN_TEXTS.some(member => changed[member] !== undefined)) return
    await board.refresh()
    await Promise.all(
      names.filter(stands).map(async name => {
        // one under way may have begun with the settings of before
        await until(() => board.building(name) === null || !stands(name))
        const generation = await rebuild(name)
        if (generation !== null) await until(() => board.generation(name) >= generation || !stands(name))
      }),
    )
  }
}
