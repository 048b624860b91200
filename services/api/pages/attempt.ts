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

/** Too many sign in at once (spec 01 §8.1). */
const busy = ({ retryAfterS }: { readonly retryAfterS: number }): Said => ({
  status: 503,
  text: 'Too many people are signing in at this moment. Please try again in a few seconds.',
  headers: { 'Retry-After': String(retryAfterS) },
})

/** Nobody guesses for long (spec 01 §8.4). */
export const tooMany = ({ retryAfterS }: { readonly retryAfterS: number }): Said => ({
  status: 429,
  text: `There have been too many attempts. Please try again in ${Math.ceil(retryAfterS / 60)} min.`,
  headers: { 'Retry-After': String(retryAfterS) },
})

/** Not now: of a password that nobody has looked at. */
export const later = (no: { readonly code: 'too-many' | 'busy'; readonly retryAfterS: number }): Said =>
  no.code === 'busy' ? busy(no) : tooMany(no)
