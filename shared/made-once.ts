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

/** What `make` makes at the first call, at each call. */
export const madeAtFirst = <Made>(make: () => Made): (() => Made) => {
  let known: { readonly made: Made } | null = null
  return () => (known ??= { made: make() }).made
}
