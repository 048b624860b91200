import { noRevision, type Revision } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { SITE_STREAM, siteCodec } from '../../shared/facts/site.ts'
import type { Loaded } from '../../shared/event-store/folding.ts'
import { siteAggregate } from './site.ts'
import type { SiteState } from './state.ts'

/** What was set of the site, in memory: asked on every request. */
export type SettingsInMemory = {
  /** Records in log order; those of other streams and known ones are skipped. */
  readonly apply: (records: readonly StoredRecord[]) => void
  /** What this process has just written counts at once, before it comes back through the log. */
  readonly put: (loaded: Loaded<SiteState>) => void
  readonly current: () => SiteState
  /** Grows with every change. */
  readonly revision: () => Revision
}

export const settingsInMemory = (): SettingsInMemory => {
  let known: Loaded<SiteState> = { state: siteAggregate.initial, revision: noRevision }
  return {
    apply: records => {
      for (const { stream, revision, type, data } of records)
        if (stream === SITE_STREAM && revision > known.revision)
          known = { state: siteAggregate.evolve(known.state, siteCodec.decode(type, data)), revision }
    },
    put: loaded => {
      if (loaded.revision > known.revision) known = loaded
    },
    current: () => known.state,
    revision: () => known.revision,
  }
}
