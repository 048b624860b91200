import { html } from '../../../../../shared/kernel/html/markup.ts'
import type { Page } from '../../page.ts'
import { signInAddress } from '../../return-address.ts'
import type { PageRoute } from '../../serve.ts'
import { managePage, type Part } from '../frame.ts'

type FileRoute = NonNullable<PageRoute['file']>

/** A form with a picture that is larger than a request: nothing of it arrived. */
const tooMuch =
  (part: Part): FileRoute['tooLarge'] =>
  async (held, { site }, said): Promise<Page> =>
    managePage({
      ...{ part, caller: held.user, site, title: 'Too large', status: 413 },
      main: html`<h1>The picture is too large</h1>
        <p>
          Nothing was saved. ${said} What you typed is found by going back; please choose a smaller picture
          there.
        </p>`,
    })

/** The same of somebody who is signed in no more: what was typed stands on the page before this one alone. */
const tooMuchToKeep: FileRoute['signedOut'] = ({ site }): Page => ({
  status: 401,
  title: 'Please sign in again',
  main: html`<div class="message">
    <h1>Please sign in again</h1>
    <p>
      You are not signed in any more, and the picture is too large to be kept until you are. Nothing was
      saved. What you typed is found by going back: please sign in in another window, then go back, choose the
      picture again and save.
    </p>
    <p>
      <a class="button" href="${signInAddress(site, `${site.baseUrl}/manage`)}" target="_blank" rel="opener"
        >Sign in in another window</a
      >
    </p>
  </div>`,
})

/** What a form of the desk says of its file: a picture may come with it. */
export const pictureFile = (part: Part): FileRoute => ({
  ...{ field: 'picture', tooLarge: tooMuch(part), signedOut: tooMuchToKeep },
})
