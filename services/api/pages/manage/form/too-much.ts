import { html } from '../../../../../shared/kernel/html/markup.ts'
import type { Page } from '../../page.ts'
import type { PageRoute, TooMuch } from '../../serve.ts'
import { signInElsewhere } from '../../sign-in-elsewhere.ts'
import { managePage, type Part } from '../frame.ts'
import { keptFor, type PostedForm } from './posted.ts'
import { signedOut, withLostFile, type SignedOutDeps } from './signed-out.ts'

type FileRoute = NonNullable<PageRoute['file']>

/** A form with a picture that is larger than a request, of which nothing else is known. */
const nothingArrived = (part: Part, { visit: { held, at }, said }: TooMuch): Page =>
  managePage({
    ...{ part, caller: held?.user ?? null, site: at.site, title: 'Too large', status: 413 },
    main: html`<h1>The picture is too large</h1>
      <p>
        Nothing was saved. ${said} What you typed is found by going back; please choose a smaller picture
        there.
      </p>`,
  })

/** What a form of the desk says of its file: a picture may come with it, and one that is too large loses nothing else. */
export const pictureFile = (deps: SignedOutDeps, part: Part, { unsaved }: PostedForm): FileRoute => ({
  field: 'picture',
  tooLarge: async (held, much) => {
    const { visit, params, said, isFormKnown } = much
    const wrong = { picture: `The file is too large. ${said} Please choose a smaller one.` }
    const shown = isFormKnown
      ? await unsaved(held, visit, params['id'] ?? 'new', { status: 413, wrong })
      : null
    return shown !== null && 'main' in shown ? shown : nothingArrived(part, much)
  },
  signedOut: async much =>
    much.isFormKnown
      ? signedOut(deps)(withLostFile(much.visit), keptFor(part, much.params))
      : signInElsewhere(much.visit, '/manage'),
})
