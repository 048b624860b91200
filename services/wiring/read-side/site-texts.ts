import { type EpochMs, epochMs } from '../../../shared/kernel/brands.ts'
import { KEPT_PAYLOAD_DAYS } from '../../../shared/facts/site.ts'
import type { Site as TextSite } from '../../../projections/event-listing/queries.ts'
import type { Config } from '../../../shared/config.ts'
import type { SiteSettings } from '../../../shared/facts/site.ts'
import { markOf } from '../../../shared/kernel/json.ts'
import { nowUtc, toSeconds } from '../../../shared/kernel/time/calculate.ts'
import { fixedZone, parseZone, toLocal } from '../../../shared/kernel/time/zone.ts'
import { isLocalHost, siteUrlAt } from '../../../shared/kernel/site-url.ts'
import { settingsInMemory, type SettingsInMemory } from '../../site/settings-in-memory.ts'
import { zoneOfOffset } from '../../site/options.ts'
import type { SiteState } from '../../site/state.ts'
import type { Site } from '../../api/platform/call.ts'

/** Hours east of UTC at an instant, as text: `-5`, `5.5`. */
const gmtOffset = (zone: string, ms: EpochMs): string => {
  const utc = nowUtc(ms)
  return String((toSeconds(toLocal(utc, zone)) - toSeconds(utc)) / 3_600)
}

/** The address without a trailing slash. */
const baseUrlOf = ({ SITE_URL, HOST, PORT }: Config): string =>
  SITE_URL?.replace(/\/+$/, '') ?? siteUrlAt(HOST, PORT)

/** What counts until an operator sets something else (spec 00 §7). */
const defaultsOf = (config: Config): SiteSettings => {
  const zone = parseZone(config.SITE_TIMEZONE)
  if (zone === null) throw new TypeError('the configuration holds a time zone that is none')
  const fixed = fixedZone(zone) !== null
  const url = baseUrlOf(config)
  return {
    name: config.SITE_NAME,
    description: '',
    url,
    home: url,
    timezoneString: fixed ? '' : zone,
    gmtOffset: fixed ? gmtOffset(zone, epochMs(0)) : '0',
    pageForPosts: 0,
    pageOnFront: 0,
    showOnFront: 'posts',
    perPage: 10,
    startOfWeek: 0,
    dateFormat: 'F j, Y',
    timeFormat: 'g:i a',
    mapLinkTemplate: 'https://www.openstreetmap.org/search?query=%s',
    currencySymbol: '$',
    currencyCode: 'USD',
    currencyPosition: 'prefix',
    unfilteredHtml: true,
    enabledViews: ['list', 'month', 'day'],
    defaultView: 'list',
    importUser: null,
    importPostStatus: 'publish',
    importUpdateAuthority: 'overwrite',
    importInterval: 10,
    csvDateOrder: 'MDY',
    stallMinutes: 60,
    keepPayloadDays: KEPT_PAYLOAD_DAYS,
    keepSignInDays: null,
    keepTrashedDays: null,
    applicationPasswords: 'auto',
  }
}

/** What was set stands above the defaults; a home that nobody set is the address of the site. */
const inEffect = (defaults: SiteSettings, set: SiteState): SiteSettings => {
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  return { ...defaults, ...(set.url === undefined ? {} : { home: set.url }), ...given }
}

/** Spec 01 §8.1 available. */
const offersPasswords = ({ applicationPasswords, url }: SiteSettings): boolean => {
  if (applicationPasswords !== 'auto') return applicationPasswords === 'on'
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLocalHost(hostname)
}

const UNSAFE = 'the address of the site is neither https nor local'
const OFF = 'application passwords are off'

/** Spec 01 §8.1: passwords that travel in the open are warned of. */
export const tellOfPasswords = (
  { settings, applicationPasswords }: Pick<Site, 'settings' | 'applicationPasswords'>,
  log: { readonly info: (message: string) => void; readonly warn: (message: string) => void },
): void => {
  if (!applicationPasswords) log.info(settings.applicationPasswords === 'off' ? OFF : `${OFF}: ${UNSAFE}`)
  else if (!offersPasswords({ ...settings, applicationPasswords: 'auto' }))
    log.warn(`application passwords are on although ${UNSAFE}`)
}

const zoneOf = ({ timezoneString, gmtOffset: hours }: SiteSettings): string =>
  timezoneString === '' ? (zoneOfOffset(hours) ?? 'UTC+0') : timezoneString

const siteAt = (settings: SiteSettings, zone: string, offset: string): Site => ({
  baseUrl: settings.url,
  name: settings.name,
  description: settings.description,
  home: settings.home,
  zone,
  timezoneString: settings.timezoneString,
  gmtOffset: offset,
  perPage: settings.perPage,
  applicationPasswords: offersPasswords(settings),
  unfilteredHtml: settings.unfilteredHtml,
  settings,
})

/** Zones have other offsets and names when they are changed. */
const ENGINE = [process.versions['tz'], process.versions['icu'], process.versions['cldr']].join()

const textsOf = (settings: SiteSettings): TextSite => {
  const texts = unmarked(settings)
  return { ...texts, mark: markOf([ENGINE, JSON.stringify(texts)]) }
}

const unmarked = (settings: SiteSettings): Omit<TextSite, 'mark'> => ({
  name: settings.name,
  url: settings.url,
  host: new URL(settings.url).host,
  zone: zoneOf(settings),
  mapLinkTemplate: settings.mapLinkTemplate,
  dateFormat: settings.dateFormat,
  timeFormat: settings.timeFormat,
  currency: {
    symbol: settings.currencySymbol,
    code: settings.currencyCode,
    position: settings.currencyPosition,
  },
})

/** Always as it is now, whoever holds on to it. */
const live = <Value extends object>(names: readonly (keyof Value)[], current: () => Value): Value => {
  const shown = {}
  for (const name of names)
    Object.defineProperty(shown, name, { enumerable: true, get: () => current()[name] })
  return shown as Value
}

export type LiveSite = {
  readonly current: () => Site
  /** Its members change with the settings. */
  readonly texts: TextSite
  /** Learns what was set from the log. */
  readonly directory: SettingsInMemory
  /** What counts where nothing is set. */
  readonly defaults: SiteSettings
}

/** Settings of the site (spec 00 §7): what operators set, over what the configuration gives. */
export const siteOf = (config: Config, nowMs: () => EpochMs): LiveSite => {
  const defaults = defaultsOf(config)
  const directory = settingsInMemory()
  const make = (set: SiteState) => {
    const settings = inEffect(defaults, set)
    const zone = zoneOf(settings)
    const ms = nowMs()
    return { set, site: siteAt(settings, zone, gmtOffset(zone, ms)), ms, texts: textsOf(settings) }
  }
  let made = make(directory.current())
  /** Made by whoever asks, so that settings that cannot be used fail that and not who reads the log. */
  const known = () => {
    const set = directory.current()
    if (made.set !== set) made = make(set)
    return made
  }
  return {
    current: () => {
      const { site, ms } = known()
      const now = nowMs()
      // clocks are put forward and back on a whole second
      if (Math.floor(now / 1_000) === Math.floor(ms / 1_000)) return site
      const offset = gmtOffset(site.zone, now)
      made = { ...made, ms: now, site: offset === site.gmtOffset ? site : { ...site, gmtOffset: offset } }
      return made.site
    },
    texts: live(Object.keys(made.texts) as (keyof TextSite)[], () => known().texts),
    directory,
    defaults,
  }
}
