import type { IncomingHttpHeaders } from 'node:http'
import type { Cleaning } from '../../../shared/cleaning/texts.ts'
import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import type { Meta, Source } from '../../../shared/facts/meta.ts'
import type { SiteSettings } from '../../../shared/facts/site.ts'
import type { Role } from '../../../shared/facts/user.ts'
import type { UserId, UtcTime, EpochMs } from '../../../shared/kernel/brands.ts'
import { nowUtc, isoOfMs } from '../../../shared/kernel/time/calculate.ts'

// A request as its route sees it: what was sent, who asks, when, and at what site.

/** What was sent, already merged by precedence; null and undefined count as absent (spec 01 §1). */
export type SentArguments = { readonly [name: string]: unknown }

/** Everything about a request besides its arguments. */
export type Call = {
  readonly caller: Caller
  readonly at: Moment
  /** Everything that was sent, declared or not. */
  readonly sent: SentArguments
  /** Values of the variable parts of the route, percent-decoded. */
  readonly path: Readonly<Record<string, string>>
  /** `context` of spec 01 §5; `view` when not sent. */
  readonly context: string
  readonly source: Source
  /** Where it comes from. */
  readonly address: string
  /** Method and declared path, e.g. `POST /cal/events/v1/events`: metadata of recorded facts. */
  readonly route: string
  /** Same for everything one request or batch causes. */
  readonly correlation: string
  /** Cleans texts of arguments, of which there are many, beside the main thread; absent: it is done on the spot. */
  readonly clean?: CleanTexts
  /** Long texts that were sent, by themselves, as HTML that this caller may store; absent: nobody made any. */
  readonly storedHtml?: ReadonlyMap<string, string>
  /** `Last-Event-ID` of a client that comes back to a stream of events. */
  readonly lastEventId?: string
  /** `Cookie` header, where no Basic header counts more. */
  readonly cookie?: string
}

/** Metadata of the facts this call records. */
export const contextOf = (call: Call): Meta => ({
  actor: call.caller?.id ?? null,
  at: isoOfMs(call.at.ms),
  source: call.source,
  route: call.route,
  correlation: call.correlation,
  causation: null,
})

export type User = { readonly id: UserId; readonly login: string; readonly role: Role }

const SOURCES: Readonly<Record<string, Source>> = {
  // outside the interface: /admin and /operator
  '': 'operator',
  'calx/v1': 'calx',
  'calx/v2/onboarding': 'calx',
  'cal/event-aggregator/v1': 'import',
}

/** Where facts come from that routes of a namespace record. */
export const sourceOf = (namespace: string): Source => SOURCES[namespace] ?? 'cal'

/** Who asks: null = a guest. */
export type Caller = User | null

/** Settings of the site that requests depend on (spec 00 §7). */
export type Site = {
  /** Address without a trailing slash; every produced address starts with it. */
  readonly baseUrl: string
  readonly name: string
  readonly description: string
  readonly home: string
  /** Canonical zone text: a tz database name or `UTC±h[:mm]` (spec 04 §2). */
  readonly zone: string
  readonly timezoneString: string
  readonly gmtOffset: string
  readonly perPage: number
  /** Whether Basic authentication is offered (spec 01 §8.1). */
  readonly applicationPasswords: boolean
  /** The setting `unfiltered_html` (spec 00 §7). */
  readonly unfilteredHtml: boolean
  /** All of them, as they count now. */
  readonly settings: SiteSettings
}

/** When and where a request is judged: one instant for all of its rules. */
export type Moment = {
  /** Epoch milliseconds. */
  readonly ms: EpochMs
  /** The same instant as UTC text `YYYY-MM-DD HH:MM:SS`. */
  readonly nowUtc: UtcTime
  readonly site: Site
  /** Makes names safe; absent: as `cleanNow`. */
  readonly cleaning?: Cleaning
}

/** This moment, at the site as it is now. */
export const momentAt = ({
  nowMs,
  site,
}: {
  readonly nowMs: () => EpochMs
  readonly site: () => Site
}): Moment => {
  const ms = nowMs()
  return { ms, nowUtc: nowUtc(ms), site: site() }
}

type Overridable = {
  readonly method: string
  readonly said: () => { readonly query: SentArguments }
  readonly headers: IncomingHttpHeaders
}

/** A real POST may stand for another method (spec 00 §2). */
export const overrideOf = ({ method, said, headers }: Overridable) => {
  if (method !== 'POST') return { method, byHeader: false }
  const byQuery = said().query['_method']
  const byHeader = headers['x-http-method-override']
  if (typeof byQuery === 'string') return { method: byQuery.toUpperCase(), byHeader: false }
  if (typeof byHeader === 'string') return { method: byHeader.toUpperCase(), byHeader: true }
  return { method, byHeader: false }
}
