/** A thing that a text may mean: its id, and the slug that tells it from others of its name. */
export type Named<Id extends number = number> = { readonly id: Id; readonly slug: string }

/** One of a kind by what people call it; otherwise why it is none, for them. */
export type TheOne<Id extends number = number> =
  { readonly ok: true; readonly id: Id } | { readonly ok: false; readonly message: string }

const MOST_SHOWN = 10

/** `noun`: of what kind things are; `found`: all that the text may mean. */
export const theOne = <Id extends number>(
  noun: string,
  text: string,
  found: readonly Named<Id>[],
): TheOne<Id> => {
  const [first, ...others] = found
  if (first === undefined) return { ok: false, message: `no ${noun} has the name, slug or id "${text}"` }
  if (others.length === 0) return { ok: true, id: first.id }
  const shown = found.slice(0, MOST_SHOWN).map(({ id, slug }) => `${slug} (${id})`)
  return {
    ok: false,
    message: `"${text}" may be ${found.length} of them; say the slug or id of one: ${shown.join(', ')}`,
  }
}
