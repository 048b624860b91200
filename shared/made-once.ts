/** What is made of something that nobody changes, such as a document, once for as long as somebody holds that. */
export const madeOnce = <Given extends object, Made>(
  make: (given: Given) => Made,
): ((given: Given) => Made) => {
  const known = new WeakMap<Given, { readonly made: Made }>()
  return given => {
    const before = known.get(given)
    if (before !== undefined) return before.made
    const made = make(given)
    known.set(given, { made })
    return made
  }
}

/**
 * The same, kept only of what was asked for lately: things of `most` in all, by `sizeOf`, and before they are let go, as many
 * again. What nobody else holds any more is let go with what was made of it.
 */
export const madeLately = <Given extends object, Made>(
  make: (given: Given) => Made,
  sizeOf: (made: Made) => number,
  most: number,
): ((given: Given) => Made) => {
  type Known = WeakMap<Given, { readonly made: Made }>
  let [lately, before, size]: [Known, Known, number] = [new WeakMap(), new WeakMap(), 0]
  return given => {
    const known = lately.get(given)
    if (known !== undefined) return known.made
    const entry = before.get(given) ?? { made: make(given) }
    size += sizeOf(entry.made)
    if (size > most) [lately, before, size] = [new WeakMap(), lately, sizeOf(entry.made)]
    lately.set(given, entry)
    return entry.made
  }
}

/** What `make` makes at the first call, at each call. */
export const madeAtFirst = <Made>(make: () => Made): (() => Made) => {
  let known: { readonly made: Made } | null = null
  return () => (known ??= { made: make() }).made
}
