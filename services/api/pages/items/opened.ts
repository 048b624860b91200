import { sameSecret } from '../../../../shared/kernel/same-secret.ts'
import { OPENED_ITEMS } from '../../../../shared/limits/items.ts'
import type { Locked } from '../../items/unlock.ts'
import type { Moment } from '../../platform/call.ts'
import { openedCookie, openedIn } from '../../platform/request/session-cookie.ts'
import type { SessionDesk } from '../session-desk.ts'
import type { Visit } from '../page.ts'

/** A browser remembers for ten days what it has opened, and no more than so many items. */
const KEPT_S = 10 * 86_400
const ENTRY = /^([1-9]\d{0,14})\.([1-9]\d{0,11})\.([\w-]{43})$/

/** `until`: epoch seconds. */
type Entry = { readonly id: number; readonly until: number; readonly seal: string }

const entriesIn = (cookie: string | null, { ms, site }: Moment): readonly Entry[] =>
  openedIn(cookie, site)
    .split('~')
    .flatMap(text => {
      const [, id, until, seal = ''] = ENTRY.exec(text) ?? []
      return id === undefined ? [] : [{ id: Number(id), until: Number(until), seal }]
    })
    .filter(({ until }) => until * 1_000 > ms)
    .slice(0, OPENED_ITEMS)

export type Openings = {
  /** Whether the browser has opened the item with the password that it has now. */
  readonly isOpen: (item: Locked, visit: Pick<Visit, 'cookie' | 'at'>) => Promise<boolean>
  /** `Set-Cookie` by which the browser has opened the item, beside what it had opened before. */
  readonly cookie: (item: Locked, visit: Pick<Visit, 'cookie' | 'at'>) => Promise<string>
}

/**
 * What browsers have opened with passwords. The seal is made with the password, so another password ends it, and the
 * cookie does not tell which one it was.
 */
export const openings = ({ seal }: Pick<SessionDesk, 'seal'>): Openings => {
  const sealFor = ({ _id, values }: Locked, until: number) => seal(['opened', _id, until, values.password])
  return {
    isOpen: async (item, { cookie, at }) => {
      const entry = entriesIn(cookie, at).find(({ id }) => id === item._id)
      return entry !== undefined && sameSecret(entry.seal, await sealFor(item, entry.until))
    },
    cookie: async (item, { cookie, at }) => {
      const until = Math.floor(at.ms / 1_000) + KEPT_S
      const opened: Entry = { id: item._id, until, seal: await sealFor(item, until) }
      const others = entriesIn(cookie, at).filter(({ id }) => id !== item._id)
      const texts = [opened, ...others]
        .slice(0, OPENED_ITEMS)
        .map(entry => `${entry.id}.${entry.until}.${entry.seal}`)
      return openedCookie(texts.join('~'), at.site, KEPT_S)
    },
  }
}
