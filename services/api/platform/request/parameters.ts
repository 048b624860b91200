import type { SentArguments } from '../arguments/arguments.ts'

/** Where the values of one request come from (spec 01 §1). */
export type Sources = {
  readonly json: SentArguments
  readonly form: SentArguments
  readonly query: SentArguments
}

export type Parameters = {
  /** Merged by precedence, path values included; what is missing here was not sent. */
  readonly sent: SentArguments
  /** Body and query values hidden by a path value: type-checked, then ignored. */
  readonly hidden: SentArguments
}

const put = (target: Record<string, unknown>, source: SentArguments) => {
  for (const name of Object.keys(source)) {
    const value = source[name]
    if (value !== null && value !== undefined) target[name] = value
  }
}

/**
 * Path over JSON over form over query; a null falls through. On writes a `slug` of body or query is the new slug,
 * not the one of the path.
 */
export const merge = (
  { json, form, query }: Sources,
  path: Readonly<Record<string, string>>,
  isUpdate: boolean,
): Parameters => {
  const sent: Record<string, unknown> = {}
  put(sent, query)
  put(sent, form)
  put(sent, json)
  const hidden: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(path)) {
    if (name === 'slug' && isUpdate) continue
    if (sent[name] !== undefined) hidden[name] = sent[name]
    sent[name] = value
  }
  return { sent, hidden }
}
