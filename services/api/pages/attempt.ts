/** What is said above a form that asks for a password, and the status it comes with. */
export type Said = {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The form is not the browser's own. */
export const strangeForm: Said = {
  status: 403,
  text: 'This form was too old, or your browser keeps no cookies. Please try again.',
}

/** Nobody guesses for long (spec 01 §8.4). */
export const tooMany = ({ retryAfterS }: { readonly retryAfterS: number }): Said => ({
  status: 429,
  text: `There have been too many attempts. Please try again in ${Math.ceil(retryAfterS / 60)} min.`,
  headers: { 'Retry-After': String(retryAfterS) },
})
