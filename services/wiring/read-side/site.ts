import { setTimeout as sleep } from 'node:timers/promises'
import { revisionAfter } from '../../../shared/kernel/brands.ts'
import type { Model } from '../../../projections/engine/run-models.ts'
import type { Progress } from '../../../projections/engine/progress.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { SITE_STREAM, type SomeSettings } from '../../../shared/facts/site.ts'
import type { ImportSite } from '../../../workers/import-batch/apply-chunk.ts'
import type { SettingsInMemory } from '../../site/settings-in-memory.ts'
import type { Rebuild } from '../../api/operator/projections.ts'
import type { SiteDeskDeps } from '../../api/operator/site.ts'
import type { LiveSite } from './site-texts.ts'

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
  directory: SettingsInMemory,
): readonly Model[] =>
  models.map(({ name, make }) => ({
    name,
    make: async documents => {
      directory.apply(await store.read(SITE_STREAM))
      return make(documents)
    },
  }))

/** The settings that stand in texts which read models keep, as the log has them now. */
export const settingsInTexts = async (
  store: EventStore,
  { directory, current }: Pick<LiveSite, 'directory' | 'current'>,
): Promise<string> => {
  directory.apply(await store.read(SITE_STREAM))
  const { settings } = current()
  return JSON.stringify(IN_TEXTS.map(name => settings[name]))
}

/**
 * Of the settings that stand in the log now, in a process that need not follow it. Throws StoreUnavailable: a job is
 * done again later rather than with the settings of before.
 */
export const importSiteOf =
  (store: EventStore, { texts, directory, current }: LiveSite) =>
  async (): Promise<ImportSite> => {
    directory.apply(await store.read(SITE_STREAM, { from: revisionAfter(directory.revision()) }))
    return { zone: texts.zone, host: texts.host, dateOrder: current().settings.csvDateOrder }
  }

/** Has the named read models made anew after a change that stands in their texts. */
export const remakeTexts = (
  board: Progress,
  rebuild: Rebuild,
  names: readonly string[],
): SiteDeskDeps['remake'] => {
  const until = async (is: () => boolean) => {
    for (await board.refresh?.(); !is(); await board.refresh?.()) await sleep(POLL_MS)
  }
  const stands = (name: string) => board.stopped(name) === null
  return async changed => {
    if (!IN_TEXTS.some(member => changed.includes(member))) return
    await board.refresh?.()
    await Promise.all(
      names.filter(stands).map(async name => {
        // one under way may have begun with the settings of before
        const generation = await rebuild(name, true)
        if (generation !== null) await until(() => board.generation(name) >= generation || !stands(name))
      }),
    )
  }
}
