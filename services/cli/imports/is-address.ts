/** Of a feed on the web, not a file. */
export const isAddress = (given: string): boolean => /^(https?|webcal):/i.test(given)
