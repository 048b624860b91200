import type { IncomingHttpHeaders } from 'node:http'
import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { html, type Markup } from '../../../shared/kernel/html/markup.ts'
import type { Site } from '../platform/call.ts'
import type { Holder, SessionDesk } from './session-desk.ts'
import { textOf, type Visit } from './page.ts'

const FIELD = 'form_token'

/** Whether the browser itself says that a page of another site makes it send this; holds besides the token. */
export const isFromElsewhere = (headers: IncomingHttpHeaders, { baseUrl }: Site): boolean => {
  const from = headers['sec-fetch-site']
  if (typeof from === 'string') return from !== 'same-origin' && from !== 'none'
  const { origin, host } = headers
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  const known = [new URL(baseUrl).host, host]
  return !known.includes(new URL(origin).host)
}

export type FormTokens = {
  /** The hidden field of a form that this holder may send. Guests are to be told apart by their browser. */
  readonly field: (holder: NonNullable<Holder>, ms: EpochMs) => Promise<Markup>
  /** Whether the form that was posted is the holder's own. */
  readonly isOwn: (holder: NonNullable<Holder>, visit: Visit) => Promise<boolean>
}

export const formTokens = (desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>): FormTokens => ({
  field: async (holder, ms) =>
    html`<input type="hidden" name="${FIELD}" value="${await desk.nonceFor(holder, 'page_form', ms)}" />`,
  isOwn: (holder, { form, at }) => desk.isNonceOf(holder, textOf(form, FIELD), 'page_form', at.ms),
})
