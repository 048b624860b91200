/** Whose cost in CPU time is measured, in the order in which they are asked: nothing but writes before writes. */
export const CPU_KINDS = {
  create: 'create',
  title: 'change of a title',
  list: 'list made anew',
  repeated: 'list, repeated',
  month: 'page of a month made anew',
  event: 'single event',
} as const
export type Kind = keyof typeof CPU_KINDS
export const KINDS = Object.keys(CPU_KINDS) as Kind[]
