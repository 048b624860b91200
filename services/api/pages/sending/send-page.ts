import type { FastifyReply, FastifyRequest } from 'fastify'
import { can } from '../../../../shared/rights.ts'
import type { Held } from '../../../accounts/sessions.ts'
import { mayAdminister } from '../../admin/rights.ts'
import type { Moment, Site } from '../../platform/call.ts'
import type { CodedBodies } from '../../platform/answers/send.ts'
import { sendFile } from '../../platform/answers/send-file.ts'
import type { Assets } from '../assets.ts'
import { documentBytes, documentFile } from './document-file.ts'
import type { KeptPages } from './kept-pages.ts'
import type { Page } from '../page.ts'
import { signInFrom } from '../return-address.ts'
import type { SessionDesk } from '../session-desk.ts'
import { documentOf, type IndexLink } from '../shell.ts'

/** Where programs find the interface, for every name that it is spoken by. */
export type IndexesOf = (baseUrl: string) => readonly IndexLink[]

/** Scripts, styles and pictures come from this site alone, and nothing that stands in a text is ever run. */
const policyOf = ({ frame, leadsTo = [] }: Page): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action 'self'${leadsTo.map(origin => ` ${origin}`).join('')}`,
    "base-uri 'none'",
    `frame-ancestors ${frame === 'embed' ? '*' : "'none'"}`,
  ].join('; ')

const headersOf = (page: Page, held: Held | null, indexes: readonly IndexLink[]): Record<string, string> => ({
  'Content-Type': 'text/html; charset=UTF-8',
  Link: indexes.map(({ href, rel }) => `<${href}>; rel="${rel}"`).join(', '),
  'Content-Security-Policy': policyOf(page),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  Vary: 'Cookie, Accept-Encoding',
  'Cache-Control': held === null ? 'no-cache' : 'no-cache, no-store, private',
  ...page.headers,
})

const linksFor = (held: Held | null, { baseUrl }: Site) => {
  const user = held?.user ?? null
  return [
    { href: `${baseUrl}/events/`, label: 'Calendar' },
    ...(can(user, 'create') ? [{ href: `${baseUrl}/manage`, label: 'Desk' }] : []),
    ...(mayAdminister(user)
      ? [
          { href: `${baseUrl}/imports`, label: 'Imports' },
          { href: `${baseUrl}/history`, label: 'History' },
        ]
      : []),
    ...(can(user, 'manage-site') ? [{ href: `${baseUrl}/onboarding`, label: 'Set up' }] : []),
  ]
}

type SenderDeps = {
  /** Read when they are first asked for. */
  readonly assets: () => Promise<Assets>
  readonly desk: Pick<SessionDesk, 'nonceFor'>
}

/** Puts the shell around pages and sends them (spec 00 §5). */
export const pageSender = (
  { assets, desk }: SenderDeps,
  { indexesOf, bodies }: { readonly indexesOf: IndexesOf; readonly bodies: CodedBodies },
  ready: KeptPages,
) => {
  const restNonceOf = async (held: Held | null, { ms }: Moment) =>
    held === null ? null : desk.nonceFor(held, 'core_rest', ms)
  return async (request: FastifyRequest, reply: FastifyReply, page: Page, held: Held | null, at: Moment) => {
    const indexes = indexesOf(at.site.baseUrl)
    const text = documentOf(page, {
      ...{ site: at.site, indexes },
      assets: await assets(),
      user: held?.user ?? null,
      signIn: signInFrom(request.raw.url ?? '', at.site),
      restNonce: await restNonceOf(held, at),
      links: linksFor(held, at.site),
    })
    const headers = headersOf(page, held, indexes)
    // what one reader alone gets has tokens in it, and is never compressed (ADR 21)
    const isShared = !headers['Cache-Control']?.includes('no-store')
    if (isShared && page.status === 200 && request.method !== 'POST') {
      const file = documentFile(text, page)
      ready.keep(request.raw.url ?? '', at, { document: text, file, headers, part: page.kept })
      await sendFile(request, reply, file, headers, bodies)
      return
    }
    const bytes = documentBytes(text, page)
    reply.hijack()
    reply.raw
      .writeHead(page.status, { ...headers, 'Content-Length': String(bytes.length) })
      .end(request.method === 'HEAD' ? undefined : bytes)
  }
}

export type SendPage = ReturnType<typeof pageSender>

export const sendRedirect = (
  reply: FastifyReply,
  to: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  reply.hijack()
  reply.raw.writeHead(302, { Location: to, 'Cache-Control': 'no-store', ...headers }).end()
}
