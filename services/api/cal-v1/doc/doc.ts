import { withDocument } from '../../openapi/doc-route.ts'
import type { Route } from '../../platform/route.ts'
import { operationFor } from './doc-operations.ts'
import { schemas } from './doc-schemas.ts'

const NAMESPACE = 'cal/events/v1'

const info = {
  title: 'Calendar, first generation',
  version: '1.0.0',
  description:
    'Events, venues, organizers, categories and tags of a school website. Every operation takes `_fields` (names ' +
    'of the members to keep) and `_envelope` (status and headers inside the body) besides its own arguments.',
}

/** The routes of the first generation with their description in front: `GET /cal/events/v1/doc` (spec 02 §10). */
export const withDoc = (described: readonly Route[]): readonly Route[] =>
  withDocument(
    `/${NAMESPACE}/doc`,
    { version: '3.0.0', info, namespace: NAMESPACE, schemas, describe: operationFor },
    described,
  )
