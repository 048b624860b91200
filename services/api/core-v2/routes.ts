import type { UserId } from '../../../shared/kernel/brands.ts'
import { can } from '../../../shared/rights.ts'
import type { User } from '../../accounts/state.ts'
import { json } from '../platform/answers/answer.ts'
import { forbidden } from '../platform/answers/errors.ts'
import { defaulted } from '../platform/arguments/arguments.ts'
import { declaredAs, text } from '../platform/arguments/kinds.ts'
import type { Site } from '../platform/call.ts'
import { endpoint, route, type Route } from '../platform/route.ts'
import { coreTerms, type TermLists } from './terms.ts'

const NAMESPACE = 'core/v2'

const context = defaulted(declaredAs(text(), { type: null }), 'view', {
  description: '`edit` shows what the user alone is shown.',
})

const shownTo = (user: User, { baseUrl }: Site, isEdit: boolean) => ({
  id: user.id,
  name: user.displayName === '' ? user.login : user.displayName,
  link: `${baseUrl}/account`,
  slug: user.login,
  ...(isEdit ? { username: user.login, email: user.email, roles: [user.role] } : {}),
})

/** `GET /core/v2/users/me`: by this programs look whether their credentials are good (spec 01 §7.1). */
const me = (userById: (id: UserId) => User | null) =>
  endpoint({
    methods: ['GET'],
    args: { context },
    may: caller => caller !== null,
    handle: (input, { caller, at }) => {
      // erased since the credentials were looked at
      const user = caller === null ? null : userById(caller.id)
      return user === null ? forbidden(null) : json(200, shownTo(user, at.site, input.context === 'edit'))
    },
  })

/** `GET /core/v2/settings`. */
const settings = () =>
  endpoint({
    methods: ['GET'],
    args: {},
    may: caller => can(caller, 'manage-site'),
    handle: (_, { at: { site } }) =>
      json(200, {
        title: site.name,
        description: site.description,
        url: site.baseUrl,
        timezone: site.timezoneString,
        date_format: site.settings.dateFormat,
        time_format: site.settings.timeFormat,
        start_of_week: site.settings.startOfWeek,
        language: 'en_US',
        posts_per_page: site.perPage,
      }),
  })

/** What programs of the calendar ask of the core namespace (spec 01 §7.1). */
export const coreRoutes = (deps: {
  readonly userById: (id: UserId) => User | null
  readonly terms: TermLists
}): readonly Route[] => {
  const lists = { tags: 'post_tag', cal_events_cat: 'cal_events_cat' } as const
  return [
    route(NAMESPACE, `/${NAMESPACE}/users/me`, [me(deps.userById)]),
    route(NAMESPACE, `/${NAMESPACE}/settings`, [settings()]),
    ...Object.entries(lists).map(([list, taxonomy]) => {
      const path = `/${NAMESPACE}/${list}`
      return route(NAMESPACE, path, [coreTerms(deps.terms, taxonomy, path)])
    }),
  ]
}
