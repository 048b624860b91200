import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { formTokens } from '../../form-token.ts'
import type { Shown, Visit } from '../../page.ts'
import type { PageRoute, ShowPage } from '../../serve.ts'
import type { creatorsOnly } from '../../signed-in.ts'
import { problemNotice } from '../frame.ts'
import { onSiteClock } from './published.ts'
import { CHOOSE_AGAIN, hadFile, signedOut, signInAgain, type SignedOutDeps } from './signed-out.ts'
import type { Wrong } from './wrong.ts'

/** What a form of the desk does when it is posted; `id`: of what it changes, or `new`. */
export type PostedForm = {
  /** Part of the desk, as its addresses name it. */
  readonly part: string
  /** Whom it is for. */
  readonly only: typeof creatorsOnly
  readonly save: (held: Held, visit: Visit, id: string) => Promise<Shown>
  /** The form as it was sent, not saved, with a token of its own; `why`: said above it, `wrong`: at its fields. */
  readonly unsaved: (
    held: Held,
    visit: Visit,
    id: string,
    said: { readonly status: number } & ({ readonly why: string } | { readonly wrong: Wrong }),
  ) => Promise<Shown>
}

/** The same form, with its date of publication by the clock that the site has now (spec 07 §6). */
export const onClock = (form: PostedForm): PostedForm => {
  const read = (visit: Visit): Visit => ({ ...visit, form: onSiteClock(visit.form, visit.at.site.zone) })
  return {
    ...form,
    save: (held, visit, id) => form.save(held, read(visit), id),
    unsaved: (held, visit, id, said) => form.unsaved(held, read(visit), id, said),
  }
}

const STALE = {
  status: 403,
  why: 'The page was open for too long, or you have signed in anew since.',
} as const

/** What is said of a form that was not saved. */
export const unsavedSaid = (
  visit: Visit,
  said: Parameters<PostedForm['unsaved']>[3],
): { readonly status: number; readonly said?: Markup; readonly wrong?: Wrong } =>
  'why' in said ? { status: said.status, said: notSavedYet(visit, said.why) } : said

/** Above a form with what was typed and not saved. */
const notSavedYet = (visit: Pick<Visit, 'file' | 'form'>, why: string): Markup =>
  problemNotice(
    html`<p>
      ${why} What you typed is below, and not saved yet: please save it again.
      ${hadFile(visit) ? CHOOSE_AGAIN : null}
    </p>`,
  )

/** The address of a form below the desk. */
export const keptFor = (part: string, { id = 'new' }: Readonly<Record<string, string>>): string =>
  `${part}/${id}`

/** A form that somebody sends who may, or who was signed in when they opened it. */
export const posted = (deps: SignedOutDeps, { part, only, save, unsaved }: PostedForm): ShowPage => {
  const signed = only(async (held, visit, { id = 'new' }) =>
    (await formTokens(deps.desk).isOwn(held, visit))
      ? save(held, visit, id)
      : unsaved(held, visit, id, STALE),
  )
  const show = async (visit: Visit, params: Readonly<Record<string, string>>): Promise<Shown> =>
    visit.held === null ? signedOut(deps)(visit, keptFor(part, params)) : signed(visit, params)
  return Object.assign(show, signed.may === undefined ? {} : { may: signed.may })
}

const SIGNED_IN = { status: 200, why: 'You are signed in again.' } as const

/** Where who was signed in no more signs in, whatever form they were at. */
export const signInAgainPages = (deps: SignedOutDeps, forms: readonly PostedForm[]): readonly PageRoute[] => [
  {
    method: 'POST',
    path: '/manage/sign-in',
    show: signInAgain(deps, async (held, visit, keptFor) => {
      const [part, id = ''] = keptFor.split('/', 2)
      const form = forms.find(one => one.part === part)
      if (form === undefined) return null
      // whoever signed in may be somebody else
      return form.only(() => form.unsaved(held, visit, id, SIGNED_IN))({ ...visit, held }, {})
    }),
  },
]
