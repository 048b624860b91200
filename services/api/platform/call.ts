import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import type { Meta, Source } from '../../../shared/facts/meta.ts'
import type { SentArguments } from './arguments/arguments.ts'
import type { Caller } from './caller.ts'
import type { Moment } from './moment.ts'

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
  at: new Date(call.at.ms).toISOString(),
  source: call.source,
  route: call.route,
  correlation: call.correlation,
  causation: null,
})
