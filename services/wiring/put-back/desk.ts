import { putBackUser } from '../../accounts/users/put-back.ts'
import { itemsPutBack, type PutBackDesk } from '../../calendar/put-back/desk.ts'
import { putBackTerm } from '../../calendar/put-back/term.ts'
import { putsBack } from '../../calendar/put-back/thing.ts'
import { putBackImage } from '../../images/put-back.ts'
import { thereOn } from '../../imports/undo/scope.ts'
import { putBackSite } from '../../site/put-back.ts'
import type { SiteDeskDeps } from '../../api/operator/site.ts'
import type { ApiParts } from '../api/parts.ts'

/** Everything that can be put back, with the parts of a process (spec 00 §6.4). */
export const putBackDeskOf = (parts: ApiParts, settings: SiteDeskDeps): PutBackDesk => {
  const { writing, store, accounts, directory, pictureChanges, site } = parts
  const there = thereOn(store)
  const items = { writing, there }
  const ofSite = {
    ...{ store, setSettings: settings.setSettings, defaults: site.defaults },
    isUser: (id: number) => there('author', id),
    mayEditEvents: settings.people.mayEditEvents,
    afterwards: async (names: readonly string[]) => {
      await settings.settled()
      await settings.remake(names)
    },
  }
  return {
    event: itemsPutBack(items, 'event'),
    venue: itemsPutBack(items, 'venue'),
    organizer: itemsPutBack(items, 'organizer'),
    category: putsBack('category', putBackTerm(writing, 'category')),
    tag: putsBack('tag', putBackTerm(writing, 'tag')),
    image: putsBack('image', putBackImage(store, pictureChanges)),
    user: putsBack('user', putBackUser({ store, accounts, directory })),
    site: putsBack('site', putBackSite(ofSite)),
  }
}
