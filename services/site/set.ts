import type { EventStore } from '../../shared/event-store/port.ts'
import { SITE_STREAM } from '../../shared/facts/site.ts'
import { handle, type Context } from '../handle.ts'
import type { SiteCommand, SiteRefusal } from './decide.ts'
import type { SettingsInMemory } from './settings-in-memory.ts'
import { siteAggregate } from './site.ts'
import type { SiteState } from './state.ts'

/** `besides`: what is to be set no more, and what whoever asks has seen. */
export type SetSettings = (
  settings: SiteState,
  context: Context,
  besides?: Pick<SiteCommand, 'unset' | 'seen'>,
) => Promise<{ readonly ok: true } | { readonly ok: false; readonly refusal: SiteRefusal }>

/** Records settings; they count in this process at once, and in others as soon as they have followed. */
export const settingsOn =
  (store: EventStore, directory: SettingsInMemory, defaults: SiteCommand['defaults']): SetSettings =>
  async (settings, context, besides) => {
    const command = { type: 'Set', settings, ...besides, defaults } as const
    const handled = await handle(store, siteAggregate, SITE_STREAM, command, context)
    if (!handled.ok) return handled
    directory.put(handled)
    return { ok: true }
  }
