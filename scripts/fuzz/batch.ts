import fc, { type Arbitrary } from 'fast-check'
import { REQUEST_ADDRESS_LENGTH } from '../../shared/limits/requests.ts'
import type { Part, Request } from './shape.ts'
import { callers, JSON_TYPE, NOTHING_MEANT } from './wild.ts'

/** More parts than this are refused as a whole (spec 01 §10). */
const MOST = 25

const strange: Arbitrary<Part> = fc
  .constantFrom<readonly [path: string, method: string, status: number, code: string]>(
    ['/batch/v1', 'POST', 400, 'rest_batch_not_allowed'],
    ['/', 'PUT', 400, 'rest_batch_not_allowed'],
    ['/cal/events/v1/doc', 'DELETE', 400, 'rest_batch_not_allowed'],
    ['/calx/v1/docs?_fields=x', 'POST', 400, 'rest_batch_not_allowed'],
    ['/nope', 'POST', 404, 'rest_no_route'],
    ['cal/events/v1/tags', 'POST', 404, 'rest_no_route'],
    ['/calx/v1/events', 'PATCH', 404, 'rest_no_route'],
    ['http://[/calx/v1/events', 'POST', 400, 'parse_path_failed'],
  )
  .map(([path, method, status, code]) => ({
    wire: { path, method, body: { title: 'x' } },
    request: null,
    answer: { status, code },
  }))

/** A write as a part: what says the method in other ways counts for nothing. */
const partOf = (request: Request): Part | null => {
  const { meant, address, sent } = request
  if (meant === null || meant.operation.method === 'get') return null
  const method = meant.operation.method.toUpperCase()
  const path = address.replace(/^.*?rest_route=/, '').replace('&', '?')
  // an empty body has no members that could be missing from it
  const wire = { path, method, ...(sent === null ? {} : { body: sent }) }
  return { wire, request, answer: null }
}

/** Its path is no longer than an address may be. */
const isShort = ({ wire }: Part) => wire.path.length <= REQUEST_ADDRESS_LENGTH

/** Batches of parts that are valid, invalid, forbidden and no parts at all. */
export const batches = (single: Arbitrary<Request>): Arbitrary<Request> => {
  const write = single.map(partOf).filter(part => part !== null)
  const part = fc.oneof({ weight: 9, arbitrary: write }, { weight: 1, arbitrary: strange })
  const parts = fc.oneof(
    { weight: 12, arbitrary: fc.array(part, { maxLength: 5 }) },
    { weight: 1, arbitrary: fc.array(strange, { minLength: MOST - 1, maxLength: MOST + 2, size: 'max' }) },
  )
  const validation = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('normal', 'require-all-validate') },
    { weight: 1, arbitrary: fc.constantFrom('other', '', 5, ['normal']) },
  )
  return fc
    .record({ parts, validation, caller: callers })
    .map(({ parts: all, validation: said, caller }) => ({
      ...NOTHING_MEANT,
      method: 'POST',
      address: '/index.php?rest_route=/batch/v1',
      headers: JSON_TYPE,
      body: Buffer.from(JSON.stringify({ validation: said, requests: all.map(({ wire }) => wire) })),
      caller,
      envelope: false,
      batch: {
        parts: all,
        strict: said === 'require-all-validate',
        taken:
          all.length <= MOST && all.every(isShort) && (said === 'normal' || said === 'require-all-validate'),
      },
    }))
}
