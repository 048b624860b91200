import { shown } from '../../../../services/api/platform/answers/answer.ts'
import { expect, it } from 'vitest'
import { withDocument } from '../../../../services/api/openapi/doc-route.ts'
import type { Call } from '../../../../services/api/platform/call.ts'
import { moment } from '../../../support/moment.ts'

const described = () => {
  throw new TypeError('nothing is described')
}
const [docs] = withDocument(
  '/x/v1/docs',
  {
    version: '3.0.0',
    info: { title: 'X', version: '1.0.0', description: '' },
    namespace: 'x/v1',
    schemas: {},
    describe: (path, method) =>
      path === '/docs' && method === 'GET'
        ? {
            ...{ operationId: 'get-docs', summary: '', status: 200, body: {}, errors: [] },
            credentials: 'optional',
          }
        : described(),
  },
  [],
)

const serversAt = async (baseUrl: string) => {
  const call: Call = {
    ...{ caller: null, sent: {}, path: {}, context: 'view', source: 'cal', route: 'GET' },
    ...{ address: '192.0.2.1', correlation: 'c' },
    at: { ...moment, site: { ...moment.site, baseUrl } },
  }
  const prepared = await docs?.endpoints[0]?.prepare({ sent: {}, hidden: {} }, call)
  if (prepared?.ok !== true) throw new Error('the document is refused')
  const { text } = await shown(await prepared.execute())
  return (JSON.parse(text) as { servers: unknown }).servers
}

it('02 §10 03 §7 names the address that the site has now', async () => {
  expect(await serversAt('https://one.example')).toEqual([
    { url: 'https://one.example/index.php?rest_route=/x/v1' },
  ])
  expect(await serversAt('https://two.example')).toEqual([
    { url: 'https://two.example/index.php?rest_route=/x/v1' },
  ])
})
