import { html } from '../../../../../shared/kernel/html/markup.ts'
import type { User } from '../../../../accounts/state.ts'
import { PASSWORD_LINK_MS } from '../../../../accounts/users/password-links.ts'
import type { Caller, Moment } from '../../../platform/call.ts'
import { linkAddress } from '../../new-password/address.ts'
import type { Page } from '../../page.ts'
import { when } from '../../when.ts'
import { managePage } from '../frame.ts'
import { shownOnce } from '../shown-once.ts'
import { isoOfMs, plusMs } from '../../../../../shared/kernel/time/calculate.ts'

/** The only time that somebody sees it (spec 07 §10). */
export const linkPage = (user: User, secret: string, caller: Caller, { site, ms }: Moment): Page => {
  const until = when(isoOfMs(plusMs(ms, PASSWORD_LINK_MS)), site)
  const link = linkAddress({ userId: user.id, secret }, site)
  return managePage({
    ...{ part: 'people', caller, site, title: `A link for ${user.login}` },
    main: html`<h1>A link for ${user.login}</h1>
      <p>
        Whoever opens this link sets the password of <strong>${user.login}</strong>: once, and until ${until}.
        Nothing is sent by itself: please send it to them, and to nobody else. It will not be shown again; a
        further one takes its place.
      </p>
      ${shownOnce('link', 'Link', link, `${site.baseUrl}/manage/people/${user.id}`)}`,
  })
}
