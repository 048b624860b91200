/** The part of a stream's metadata that decides what readers see. */
export type StreamMetadata = {
  /** Events below this revision are hidden; 'all': the stream counts as deleted, until it is written to again. */
  readonly truncateBefore: number | 'all'
  readonly maxCount: number | null
  readonly maxAgeMs: number | null
}

export const NO_METADATA: StreamMetadata = { truncateBefore: 0, maxCount: null, maxAgeMs: null }

/** The newest metadata is the only one a metastream shows. */
export const METASTREAM_METADATA: StreamMetadata = { ...NO_METADATA, maxCount: 1 }

/** `$tb` of a soft deleted stream: the largest int64, which JSON.parse rounds up by one. */
const DELETED = 2 ** 63

export const SOFT_DELETED_JSON = '{"$tb":9223372036854775807}'

/** The JSON object in these bytes; null: it is none. */
export const jsonObject = (data: Uint8Array): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null
  } catch {
    return null
  }
}

const whole = (value: unknown, from: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= from ? value : null

/** Settings of the wrong kind count as absent, malformed JSON as no metadata. */
export const parseMetadata = (data: Uint8Array): StreamMetadata => {
  const json = jsonObject(data)
  if (json === null) return NO_METADATA
  const truncateBefore = whole(json['$tb'], 0) ?? 0
  const seconds = whole(json['$maxAge'], 1)
  return {
    truncateBefore: truncateBefore >= DELETED ? 'all' : truncateBefore,
    maxCount: whole(json['$maxCount'], 1),
    maxAgeMs: seconds === null ? null : seconds * 1000,
  }
}
