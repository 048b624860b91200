/** What is made of a document, once for as long as somebody holds that document: a change makes it another one. */
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
