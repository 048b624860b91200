import type { EventStore } from '../../shared/event-store/port.ts'
import { SITE_STREAM, type SiteSettings } from '../../shared/facts/site.ts'
import { handle, type Context } from '../handle.ts'
import type { SiteRefusal } from './decide.ts'
import type { SettingsInMemory } from './settings-in-memory.ts'
import { siteAggregate } from './index.ts'
import type { SiteState } from './state.ts'

export type SetSettings = (
  settings: SiteState,
  context: Context,
) => Promise<{ readonly ok: true } | { readonly ok: false; readonly refusal: SiteRefusal }>

/** Records settings; they count in this process at once, and in others as soon as they have followed. */
export const settingsOn =
  (store: EventStore, directory: SettingsInMemory, inEffect: () => SiteSettings): SetSettings =>
  async (settings, context) => {
    const command = { type: 'Set', settings, inEffect: inEffect() } as const
    const handled = await handle(store, siteAggregate, SITE_STREAM, command, context)
    if (!handled.ok) return handled
    directory.put(handled)
    return { ok: true }
  }
