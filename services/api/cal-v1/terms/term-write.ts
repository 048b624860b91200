import type { TermId } from '../../../../shared/kernel/brands.ts'
import type { TermRow } from '../../../../projections/terms/queries.ts'
import { can } from '../../../../shared/rights.ts'
import type { TermRefusal } from '../../../calendar/term/decide.ts'
import type { TermWritten } from '../../../calendar/term/write.ts'
import { newTermValues } from '../../../calendar/values.ts'
import { type Answer, jsonText } from '../../platform/answers/answer.ts'
import { type Call, type Caller, contextOf } from '../../platform/call.ts'
import { defined } from '../../../../shared/kernel/json.ts'
import { refused } from '../../platform/answers/errors.ts'
import { endpoint, type Endpoint, invalid, type Resolved, resolvingEndpoint } from '../../platform/route.ts'
import { restUrl } from '../../platform/request/addressing.ts'
import { lagHeaders, problem, unknownId } from '../../items/answer.ts'
import { membersOf, storedHtml, withoutReadForms } from '../../items/stored-values.ts'
import { createArguments, idOf, updateArguments } from './term-arguments.ts'
import type { TermDeps, TermReads } from './term-deps.ts'
import type { TermKind } from './term-kinds.ts'

const may =
  ({ right }: TermKind) =>
  (caller: Caller) =>
    can(caller, right)

/** One of this kind. */
export const findTerm = async (
  { termById }: TermReads,
  { taxonomy }: TermKind,
  id: TermId,
): Promise<TermRow | null> => {
  const term = await termById(id)
  return term?.taxonomy === taxonomy ? term : null
}

/** Its object. */
export const termText = async (
  { cal }: TermReads,
  term: TermRow,
  options: { readonly links: boolean },
): Promise<string> => (await cal([term], options))[0] ?? ''

export const notFound = ({ noun }: TermKind): Answer => refused(`rest-${noun}-not-found`)

const refusal = (kind: TermKind, why: TermRefusal): Answer => {
  switch (why.code) {
    case 'term-not-found':
      return notFound(kind)
    case 'term_exists':
    case 'duplicate_term_slug':
      return refused(why.code, { term_id: why.termId })
    case 'parent-loop':
      return invalid({ parent: problem('rest_invalid_value', 'parent is the term itself or below it.') })
    case 'id-taken':
    case 'changed-meanwhile':
      return refused('rest_conflict')
  }
}

/** Parents are categories that readers see; 0 is none (spec 02 §9). */
const resolveParent =
  (reads: TermReads, kind: TermKind) =>
  async ({
    parent,
  }: {
    readonly parent?: TermId | undefined
  }): Promise<Resolved<TermId | null | undefined>> => {
    if (parent === undefined) return { ok: true, value: undefined }
    if (parent === 0) return { ok: true, value: null }
    if ((await findTerm(reads, kind, parent)) !== null) return { ok: true, value: parent }
    return { ok: false, problems: { parent: unknownId('parent') } }
  }

/** The term as it now is, once the lists show it (spec 00 §8 read your writes). */
const answerWritten = async (
  { reads, writes }: TermDeps,
  kind: TermKind,
  status: 200 | 201,
  written: TermWritten,
  headers: (id: number) => Answer['headers'],
): Promise<Answer> => {
  if (!written.ok) return refusal(kind, written.refusal)
  const lag = lagHeaders(await writes.waitUntilVisible(written.position))
  const term = await findTerm(reads, kind, written.id)
  if (term === null) return notFound(kind)
  return jsonText(status, await termText(reads, term, { links: true }), [...headers(term._id), ...lag])
}

/** `POST /cal/events/v1/categories`, `/tags`; `path`: their route. */
export const createTerm = (deps: TermDeps, kind: TermKind, path: string): Endpoint =>
  resolvingEndpoint({
    methods: ['POST'],
    args: createArguments(kind),
    may: may(kind),
    resolve: resolveParent(deps.reads, kind),
    handle: async ({ name, slug, description = '' }, call, parent = null) => {
      const values = {
        taxonomy: kind.taxonomy,
        name,
        slug,
        description: storedHtml(description, call),
        parent,
      }
      const written = await deps.writes.create(newTermValues(values), contextOf(call))
      const location = (id: number) => restUrl(call.at.site.baseUrl, `${path}/${id}`)
      return answerWritten(deps, kind, 201, written, id => [['Location', location(id)]])
    },
  })

/** Partial update by POST, PUT or PATCH. */
export const updateTerm = (deps: TermDeps, kind: TermKind): Endpoint =>
  resolvingEndpoint({
    methods: ['POST', 'PUT', 'PATCH'],
    args: updateArguments(kind),
    may: may(kind),
    resolve: resolveParent(deps.reads, kind),
    handle: async (input, call, parent) => {
      const term = await findTerm(deps.reads, kind, input.id)
      if (term === null) return notFound(kind)
      const sent = await withoutReadForms(
        input,
        membersOf(() => termText(deps.reads, term, { links: false })),
      )
      const patch = defined({
        name: sent.name,
        slug: sent.slug,
        description: sent.description === undefined ? undefined : storedHtml(sent.description, call),
        parent,
      })
      const written = await deps.writes.change(term._id, patch, contextOf(call))
      return answerWritten(deps, kind, 200, written, () => [])
    },
  })

/** For good: its events lose it, its children move up. Answers the term as it was. */
export const deleteTerm = (deps: TermDeps, kind: TermKind): Endpoint =>
  endpoint({
    methods: ['DELETE'],
    args: idOf(kind),
    may: may(kind),
    handle: async ({ id }, call: Call) => {
      const { reads, writes } = deps
      const term = await findTerm(reads, kind, id)
      if (term === null) return notFound(kind)
      const before = await termText(reads, term, { links: false })
      const written = await writes.remove(id, await reads.childrenOf(id), contextOf(call))
      if (!written.ok) return refusal(kind, written.refusal)
      const lag = lagHeaders(await writes.waitUntilVisible(written.position))
      return jsonText(200, before, lag)
    },
  })
