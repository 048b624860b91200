import { endOfTime } from '../../../../shared/kernel/brands.ts'
import { jsonText } from '../../platform/answers/answer.ts'
import { endpoint, type Endpoint, route, type Route } from '../../platform/route.ts'
import { idOf } from './term-arguments.ts'
import type { TermDeps, TermReads } from './term-deps.ts'
import { termKinds, type TermKind } from './term-kinds.ts'
import { listTerms } from './term-list.ts'
import { createTerm, deleteTerm, findTerm, notFound, termText, updateTerm } from './term-write.ts'

const NAMESPACE = 'cal/events/v1'

/** `GET …/categories/{id}`, `…/tags/{id}`. */
const readTerm = (reads: TermReads, kind: TermKind): Endpoint =>
  endpoint({
    methods: ['GET'],
    args: idOf(kind),
    handle: async ({ id }) => {
      const term = await findTerm(reads, kind, id)
      if (term === null) return notFound(kind)
      return { ...jsonText(200, await termText(reads, term, { links: true })), until: endOfTime }
    },
  })

const routesOf = (deps: TermDeps, kind: TermKind): readonly Route[] => {
  const path = `/${NAMESPACE}/${kind.collection}`
  return [
    route(NAMESPACE, path, [listTerms(deps.reads, kind, path), createTerm(deps, kind, path)], {
      batch: true,
    }),
    route(
      NAMESPACE,
      `${path}/{id}`,
      [readTerm(deps.reads, kind), updateTerm(deps, kind), deleteTerm(deps, kind)],
      { batch: true, self: false },
    ),
  ]
}

/** The category and tag routes of the first generation, in index order (spec 00 §4). */
export const termRoutes = (deps: TermDeps): readonly Route[] => [
  ...routesOf(deps, termKinds.cal_events_cat),
  ...routesOf(deps, termKinds.post_tag),
]
