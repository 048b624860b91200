import type { Held } from '../../../../accounts/sessions.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import type { PageRoute } from '../../serve.ts'
import { creatorsOnly } from '../../signed-in.ts'
import { searchIn } from '../listing.ts'
import { todayAt } from '../events/routes.ts'
import { searchFor, type SearchDeps } from './find.ts'
import { searchPage } from './page.ts'

const search =
  (deps: SearchDeps) =>
  async ({ user }: Held, { at, query }: Visit): Promise<Shown> => {
    const today = todayAt(at)
    const words = searchIn(textOf(query, 'q'))
    const found = words === '' ? null : await searchFor(deps, words, user, today)
    return searchPage({ words, found, caller: user, site: at.site, today })
  }

/** Everything by a word of it (spec 07 §2). */
export const searchPages = (deps: SearchDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage/search', show: creatorsOnly(search(deps)) },
]
