import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { errorCodes } from '../../../../services/api/platform/answers/errors.ts'

it('documents every error code with its statuses, and no other', async () => {
  const page = await readFile(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `([\w-]+)` +\| (\d{3}) +\| (\d{3}) +\|/gm)].map(
    ([, code, status, signedIn]) => [code, Number(status), Number(signedIn)],
  )
  const declared = Object.entries(errorCodes).map(([code, entry]) => [
    code,
    entry.status,
    'signedIn' in entry ? entry.signedIn : entry.status,
  ])
  expect(documented).toEqual(declared)
})
