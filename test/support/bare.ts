import type { z } from 'zod'

/** A value as tests write it: texts and numbers in place of those with a brand. */
export type Bare<Value> = Value extends z.core.$brand & number
  ? number
  : Value extends z.core.$brand & string
    ? string
    : Value extends object
      ? { [Member in keyof Value]: Bare<Value[Member]> }
      : Value
