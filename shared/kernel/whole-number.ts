const DIGITS = /^\d{1,15}$/

/** The whole number from 0 that 1 to 15 digits say, which a number holds exactly; null: the text is something else. */
export const wholeNumberIn = (text: string): number | null => (DIGITS.test(text) ? Number(text) : null)
