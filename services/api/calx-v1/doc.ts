import type { ItemKind } from '../../../shared/facts/common.ts'
import { withDocument } from '../openapi/doc-route.ts'
import type { Operation } from '../openapi/document.ts'
import { exactly, listOf, ref } from '../openapi/schemas.ts'
import type { Method, Route } from '../platform/route.ts'
import { schemas } from './doc-schemas.ts'

const NAMESPACE = 'calx/v1'

const info = {
  title: 'Calendar, second generation',
  version: '1.0.0',
  description:
    'Events, organizers and venues of a school website. Every operation takes `context` (view, embed or edit), ' +
    '`_fields` (names of the members to keep) and `_envelope` (status and headers inside the body) besides its own ' +
    'arguments.',
}

const nouns = [
  { noun: 'event', schema: 'Event' },
  { noun: 'organizer', schema: 'Organizer' },
  { noun: 'venue', schema: 'Venue' },
] as const
const tags = [
  ...nouns.map(({ noun, schema }) => ({ name: `${schema}s`, description: `Operations on ${noun}s.` })),
  { name: 'Documentation', description: 'This document.' },
]

const LAG = { 'X-CAL-Lag': 'Seconds that lists are behind this write; absent: they show it.' } as const
const PAGE = {
  'X-CORE-Total': 'Number of elements of all pages.',
  'X-CORE-TotalPages': 'Number of pages.',
  Link: 'Addresses of the pages before and after this one.',
} as const

type Operations = { readonly [methodAndPath: string]: Operation }

const operationsOf = (noun: ItemKind, schema: string): Operations => {
  const body = ref(schema)
  const reading = { tags: [`${schema}s`], status: 200, credentials: 'optional' } as const
  const writing = { tags: [`${schema}s`], credentials: 'required', body, headers: LAG } as const
  const written = {
    ...writing,
    status: 200,
    errors: ['rest_forbidden', `rest-${noun}-not-found`, `${noun}-is-in-trash`, 'rest_conflict'],
  } as const
  const changed = `The ${noun} after the change; members that were not sent keep their values.`
  return {
    [`GET /${noun}s`]: {
      ...reading,
      operationId: `list-${noun}s`,
      summary: `A page of the ${noun}s that the caller can read.`,
      body: listOf(body),
      headers: PAGE,
      errors: [`${noun}-archive-page-not-found`, 'rest_forbidden_context'],
    },
    [`POST /${noun}s`]: {
      ...writing,
      status: 201,
      operationId: `create-${noun}`,
      summary: `The new ${noun}.`,
      errors: ['rest_forbidden', 'rest_conflict'],
    },
    [`GET /${noun}s/{id}`]: {
      ...reading,
      operationId: `get-${noun}`,
      summary: `The ${noun}.`,
      body,
      errors: [
        `rest-${noun}-not-found`,
        `${noun}-not-accessible`,
        `${noun}-no-longer-available`,
        'rest_forbidden_context',
      ],
    },
    [`PUT /${noun}s/{id}`]: { ...written, operationId: `put-${noun}`, summary: changed },
    [`PATCH /${noun}s/{id}`]: { ...written, operationId: `patch-${noun}`, summary: changed },
    [`DELETE /${noun}s/{id}`]: {
      ...written,
      operationId: `delete-${noun}`,
      summary: `The ${noun} in the trash; with \`force\`, which works on a ${noun} in the trash, too: as it was before.`,
      errors: noun === 'event' ? written.errors : [...written.errors, 'merge_under_way'],
      // not oneOf: an answer of few fields (`_fields`) may fit both
      body: { anyOf: [body, exactly({ deleted: { type: 'boolean', enum: [true] }, previous: body })] },
    },
  }
}

const docs: Operation = {
  tags: ['Documentation'],
  status: 200,
  credentials: 'optional',
  operationId: 'get-docs',
  summary: 'This document.',
  body: ref('OpenApiDocumentation'),
  errors: [],
}

const operations: Operations = {
  'GET /docs': docs,
  ...operationsOf('event', 'Event'),
  ...operationsOf('organizer', 'Organizer'),
  ...operationsOf('venue', 'Venue'),
}

/** Throws for an operation that nobody has described. */
const describe = (path: string, method: Method): Operation => {
  const operation = operations[`${method} ${path}`]
  if (operation === undefined) throw new TypeError(`nothing describes ${method} ${path}`)
  return operation
}

/** The routes of the second generation with their description in front: `GET /calx/v1/docs` (spec 03 §7). */
export const withDocs = (described: readonly Route[]): readonly Route[] =>
  withDocument(
    `/${NAMESPACE}/docs`,
    { version: '3.0.4', info, tags, namespace: NAMESPACE, schemas, describe },
    described,
  )
