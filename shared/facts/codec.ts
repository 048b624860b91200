import { hash } from 'node:crypto'
import type { z } from 'zod'
import type { JsonObject } from '../kernel/json.ts'

/** A record this release cannot read: damage or a newer writer. Never a client's mistake. */
class UnreadableRecord extends Error {
  override readonly name = 'UnreadableRecord'
  constructor(type: string, options?: ErrorOptions) {
    super(`cannot read a record of type ${type}`, options)
  }
}

export type Codec<Fact> = {
  readonly encode: (fact: Fact) => { readonly type: string; readonly data: JsonObject }
  readonly decode: (type: string, data: unknown) => Fact
}

/** Brings the data of a record of any earlier shape to today's; today's goes through as it is. */
export type Upcast = (type: string, data: object) => object

/** Old shapes are brought to today's shape by `upcast`, once, here; everything else sees today's facts only. */
export const codecOf = <Fact extends { readonly type: string }>(
  schema: z.ZodType<Fact>,
  upcast: Upcast = (_, data) => data,
): Codec<Fact> => ({
  encode: fact => {
    const { type, ...data } = fact
    return { type, data: data as JsonObject }
  },
  decode: (type, data) => {
    const parsed = schema.safeParse({ ...upcast(type, { ...(data as object) }), type })
    if (!parsed.success) throw new UnreadableRecord(type, { cause: parsed.error })
    return parsed.data
  },
})

/** The same cause always mints the same record ids, so the store can recognise a repeat. */
export const recordId = (cause: string, index: number): string => {
  const hex = hash('sha1', `${cause}/${index}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
