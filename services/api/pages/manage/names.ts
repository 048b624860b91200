import { html } from '../../../../shared/kernel/html/markup.ts'
import type { Held } from '../../../accounts/sessions.ts'
import { textOf, type Shown, type Visit } from '../page.ts'
import type { PageRoute } from '../serve.ts'
import { creatorsOnly } from '../signed-in.ts'
import { managePage } from './frame.ts'
import { searchIn } from './listing.ts'
import { proposedNames } from './names-typed.ts'
import type { OfferDeps } from './offered.ts'
import { cut } from './words.ts'

/** Names that are told at once: as many as somebody looks through. */
const TOLD = 20

const DIRECTORIES = ['venues', 'organizers'] as const

/** Published venues or organizers with the words of a search, for fields in which a name is typed (spec 07 §5). */
const names =
  (deps: Pick<OfferDeps, 'venues' | 'organizers'>) =>
  async (held: Held, { at, query }: Visit): Promise<Shown> => {
    const of = DIRECTORIES.find(name => name === textOf(query, 'of'))
    if (of === undefined) return null
    const search = searchIn(textOf(query, 'words'))
    const asked = { viewer: held.user, statuses: ['publish'], skip: 0, limit: TOLD } as const
    const { rows } = await deps[of].list(search === '' ? asked : { ...asked, search })
    return managePage({
      ...{ part: 'other', caller: held.user, site: at.site },
      title: of === 'venues' ? 'Venues' : 'Organizers',
      main: html`<h1>${of === 'venues' ? 'Venues' : 'Organizers'}</h1>
        <ul data-js="names">
          ${proposedNames(rows).map(name => html`<li>${cut(name)}</li>`)}
        </ul>`,
    })
  }

export const namePages = (deps: Pick<OfferDeps, 'venues' | 'organizers'>): readonly PageRoute[] => [
  { method: 'GET', path: '/manage/names', show: creatorsOnly(names(deps)) },
]
