import type { Markup } from '../../../shared/kernel/html/markup.ts'
import { browserCookie, browserIn } from '../platform/request/session-cookie.ts'
import type { SessionDesk } from './session-desk.ts'
import { formTokens } from './form-token.ts'
import type { Visit } from './page.ts'

export type BrowserTokenDeps = {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  /** 16 random bytes in hex. */
  readonly newBrowser: () => string
}

/** Tokens of forms that guests send: the form belongs to the browser that asked for it. */
export type BrowserTokens = {
  /** The hidden field, and the headers of a page that has it. */
  readonly field: (
    visit: Visit,
  ) => Promise<{ readonly field: Markup; readonly headers: Readonly<Record<string, string>> }>
  readonly isOwn: (visit: Visit) => Promise<boolean>
}

export const browserTokens = ({ desk, newBrowser }: BrowserTokenDeps): BrowserTokens => {
  const tokens = formTokens(desk)
  return {
    field: async ({ cookie, at }) => {
      const known = browserIn(cookie, at.site)
      const browser = known ?? newBrowser()
      return {
        field: await tokens.field({ browser }, at.ms),
        headers: {
          'Cache-Control': 'no-store',
          ...(known === null ? { 'Set-Cookie': browserCookie(browser, at.site) } : {}),
        },
      }
    },
    isOwn: async visit => {
      const browser = browserIn(visit.cookie, visit.at.site)
      return browser !== null && tokens.isOwn({ browser }, visit)
    },
  }
}
