import type { Operation } from '../../openapi/document.ts'
import { address, exactly, listOf, ref } from '../../openapi/schemas.ts'
import type { Schema } from '../../platform/arguments/accepted.ts'
import type { Method } from '../../platform/route.ts'

const TOTALS = {
  'X-CAL-Total': 'Number of elements of all pages.',
  'X-CAL-TotalPages': 'Number of pages.',
  'X-CAL-PerPage':
    'Number of elements of a page, where more were asked for; absent: as many as were asked for.',
} as const
const LAG = { 'X-CAL-Lag': 'Seconds that lists are behind this write; absent: they show it.' } as const
const count: Schema = { type: 'integer', minimum: 0 }

const page = (member: string, element: string): Schema =>
  exactly(
    { [member]: listOf(ref(element)), rest_url: address, total: count, total_pages: count },
    { next_rest_url: address, previous_rest_url: address },
  )

type Operations = { readonly [methodAndPath: string]: Operation }
type DocumentedKind = { readonly noun: 'event' | 'venue' | 'organizer'; readonly schema: string }

const writing = { credentials: 'required', headers: LAG } as const
const reading = { status: 200, credentials: 'optional' } as const
const UPDATES = ['POST', 'PUT', 'PATCH'] as const

/** One item: under its id, or under its slug. */
const itemOperations = ({ noun, schema }: DocumentedKind, path: string, suffix: string): Operations => {
  const body = ref(schema)
  const read: Operation = {
    ...reading,
    operationId: `get-${noun}${suffix}`,
    summary: `The ${noun}.`,
    body,
    errors: [
      `rest-${noun}-not-found`,
      `${noun}-not-accessible`,
      `${noun}-no-longer-available`,
      ...(noun === 'event' ? (['event-password-protected', 'rest_forbidden_context'] as const) : []),
    ],
  }
  const write = {
    ...writing,
    status: 200,
    body,
    errors: [
      'rest_forbidden',
      `rest-${noun}-not-found`,
      `${noun}-not-accessible`,
      `${noun}-is-in-trash`,
      'rest_conflict',
    ],
  } as const
  const updates = UPDATES.map(method => [
    `${method} ${path}`,
    {
      ...write,
      operationId: `${method.toLowerCase()}-${noun}${suffix}`,
      summary: `The ${noun} after the change; members that were not sent keep their values.`,
    },
  ])
  return {
    [`GET ${path}`]: read,
    [`DELETE ${path}`]: {
      ...write,
      operationId: `delete-${noun}${suffix}`,
      summary: `The ${noun} in the trash.`,
    },
    ...(Object.fromEntries(updates) as Operations),
  }
}

const itemsOperations = (kind: DocumentedKind): Operations => {
  const { noun, schema } = kind
  const path = `/${noun}s`
  return {
    [`GET ${path}`]: {
      ...reading,
      operationId: `list-${noun}s`,
      summary: `A page of the ${noun}s that the caller can read.`,
      body: page(`${noun}s`, schema),
      headers: TOTALS,
      errors: [`${noun}-archive-page-not-found`],
    },
    [`POST ${path}`]: {
      ...writing,
      status: 201,
      operationId: `create-${noun}`,
      summary: `The new ${noun}.`,
      body: ref(schema),
      errors: ['rest_forbidden', 'rest_conflict'],
    },
    ...itemOperations(kind, `${path}/{id}`, ''),
    ...itemOperations(kind, `${path}/by-slug/{slug}`, '-by-slug'),
  }
}

type TermNoun = 'category' | 'tag'

const own = (...names: readonly string[]): Schema => ({ allOf: [ref('Term'), { required: names }] })

const termsOperations = (noun: TermNoun, plural: 'categories' | 'tags'): Operations => {
  const [list, item] = [`/${plural}`, `/${plural}/{id}`]
  const body = own('meta', 'url', '_links')
  const missing = `rest-${noun}-not-found` as const
  const update = {
    ...writing,
    status: 200,
    summary: `The ${noun} after the change; members that were not sent keep their values.`,
    body,
    errors: ['rest_forbidden', missing, 'term_exists', 'duplicate_term_slug', 'rest_conflict'],
  } as const
  const updates = UPDATES.map(method => [
    `${method} ${item}`,
    { ...update, operationId: `${method.toLowerCase()}-${noun}` },
  ])
  return {
    [`GET ${list}`]: {
      ...reading,
      operationId: `list-${plural}`,
      summary: `A page of ${plural}.`,
      body: page(plural, 'Term'),
      headers: TOTALS,
      errors: [],
    },
    [`POST ${list}`]: {
      ...writing,
      status: 201,
      operationId: `create-${noun}`,
      summary: `The new ${noun}.`,
      body,
      headers: { ...LAG, Location: `Address of the new ${noun}.` },
      errors: ['rest_forbidden', 'term_exists', 'rest_conflict'],
    },
    [`GET ${item}`]: {
      ...reading,
      operationId: `get-${noun}`,
      summary: `The ${noun}.`,
      body,
      errors: [missing],
    },
    ...(Object.fromEntries(updates) as Operations),
    [`DELETE ${item}`]: {
      ...writing,
      status: 200,
      operationId: `delete-${noun}`,
      summary: `The ${noun} as it was; it is gone for good.`,
      body: own('meta', 'url'),
      errors: ['rest_forbidden', missing, 'rest_conflict'],
    },
  }
}

const doc: Operation = {
  ...reading,
  operationId: 'get-doc',
  summary: 'This document.',
  body: { type: 'object' },
  errors: [],
}

const operations: Operations = {
  'GET /doc': doc,
  ...itemsOperations({ noun: 'event', schema: 'Event' }),
  ...itemsOperations({ noun: 'venue', schema: 'Venue' }),
  ...itemsOperations({ noun: 'organizer', schema: 'Organizer' }),
  ...termsOperations('category', 'categories'),
  ...termsOperations('tag', 'tags'),
}

/** What the document says about an operation. Throws for one that nobody has described. */
export const operationFor = (path: string, method: Method): Operation => {
  const operation = operations[`${method} ${path}`]
  if (operation === undefined) throw new TypeError(`nothing describes ${method} ${path}`)
  return operation
}
