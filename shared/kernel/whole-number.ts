const DIGITS = /^\d{1,15}$/

/** The whole number from 0 that 1 to 15 digits say, which a number holds exactly; null: the text is something else. */
export const wholeNumberIn = (text: string): number | null => (DIGITS.test(text) ? Number(text) : null)

/** The same as what `brand` makes of it: an id, or a place in the log. */
export const brandedIn = <Branded>(text: string, brand: (number: number) => Branded): Branded | null => {
  const number = wholeNumberIn(text)
  return number === null ? null : brand(number)
}
