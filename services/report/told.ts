import type { StreamName, IsoTime } from '../../shared/kernel/brands.ts'
import type { Json } from '../../shared/kernel/json.ts'

/** The beginning of a part of a report. */
export type Heading = {
  readonly heading: string
  /** What becomes of it when who it is about is erased or forgotten, and why. */
  readonly stays: string
}

/** One thing that the log holds. */
export type Line = {
  /** ISO 8601 UTC; null: at no one time. */
  readonly at: IsoTime | null
  /** `event/41`; null: it is about whom the report is about. */
  readonly of: string | null
  /** A fact, or words. */
  readonly what: string
  readonly values: Readonly<Record<string, Json>>
}

/** What a report is made of, in its order. */
export type Told = Heading | Line

export const line = (
  what: string,
  {
    at = null,
    of = null,
    ...values
  }: Readonly<Record<string, Json>> & { at?: IsoTime | null; of?: string | null },
): Line => ({ at, of, what, values })

const KINDS =
  /^(?:purged-|erased-|forgotten-)?(event|venue|organizer|term|image|user|import|undo|schedule|subscription|site)-(.+)$/
const PARTS = /^(importpayload|imagebytes)-([^/]+)/
const WHOLE: Readonly<Record<string, string>> = { importpayload: 'import', imagebytes: 'image' }

/** `event/41` of `event-41`; what belongs to an import or a picture is told as that; else the name of the stream. */
export const thingOf = (stream: StreamName): string => {
  const [, kind, id] = KINDS.exec(stream) ?? []
  if (kind !== undefined && id !== undefined) return `${kind}/${id}`
  const [, part, whole] = PARTS.exec(stream) ?? []
  return part === undefined || whole === undefined ? stream : `${WHOLE[part] ?? part}/${whole}`
}
