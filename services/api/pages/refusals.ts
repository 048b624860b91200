import { html } from '../../../shared/kernel/html/markup.ts'
import { GUEST_BODY_BYTES } from '../../../shared/limits/requests.ts'
import type { Answer } from '../platform/answers/answer.ts'
import { CORRELATION } from '../platform/route.ts'
import type { Page } from './page.ts'

const plain = (status: number, title: string, said: string): Page => ({
  status,
  title,
  main: html`<div class="message">
    <h1>${title}</h1>
    <p>${said}</p>
  </div>`,
})

/** There is no such page, or none that this reader may see: nobody learns which. */
export const notFound: Page = plain(404, 'Page not found', 'There is nothing at this address.')

/** For those who may edit what is in the trash (spec 00 §5). */
export const gone: Page = plain(410, 'In the trash', 'What was here has been moved to the trash.')

/** `excess`: what of the address is longer than anything that exists, with its limit. */
export const tooLong = (excess: string): Page => plain(414, 'Address too long', `In this address ${excess}.`)

/** Signed in, but not for this. */
export const forbidden: Page = plain(403, 'Not allowed', 'Your account may not see this page.')

/** Another site made the browser send a form. */
export const sentByOthers: Page = plain(
  403,
  'Not sent from here',
  'This form was not sent from a page of this site, so nothing was done.',
)

/** A form whose token is not the reader's, or is too old. */
export const staleForm: Page = plain(
  403,
  'Please try again',
  'The page was open for too long, or you have signed in or out since. Nothing was done. Go back, load it again, and repeat.',
)

/** The service lacks what it needs for an answer. */
export const outage: Page = {
  ...plain(503, 'One moment please', 'The calendar cannot answer right now. Please try again shortly.'),
  headers: { 'Retry-After': '5' },
}

/** Something unforeseen. */
export const failure = (correlation: string): Page => ({
  ...plain(
    500,
    'Something went wrong',
    `This page could not be made. We have taken note of it as ${correlation}.`,
  ),
  headers: { [CORRELATION]: correlation },
})

const MIB = 1024 * 1024

/** A form with more than its page takes: what was typed stands on the page before this one alone (spec 00 §5). */
export const tooLarge: Page = plain(
  413,
  'Too large',
  `The form has more than ${GUEST_BODY_BYTES / MIB} MiB, its file not counted, or more fields than any page of this site. Nothing was done. What you typed is found by going back: shorten the longest text there, and send it again.`,
)

/** A form that did not arrive, or cannot be read. */
export const unreadable = ({ status, text, headers }: Answer): Page => ({
  ...plain(
    status,
    'Not received',
    `${(JSON.parse(text) as { readonly message: string }).message} Nothing was done.`,
  ),
  headers: Object.fromEntries(headers),
})
