import { afterAll, describe, inject, it } from 'vitest'
import { mongoDocuments } from '../../shared/documents/mongodb/mongodb.ts'
import { faultsOf, testDatabase } from '../support/mongodb.ts'
import { documentsContract } from './documents.contract.ts'

const url = inject('mongodbUrl')

if (url === null) describe.skip('documents in MongoDB', () => it('need a server'))
else {
  const { database, drop } = testDatabase(url)
  afterAll(drop)
  documentsContract(
    'MongoDB',
    () => mongoDocuments({ url, database, warn: () => undefined }),
    await faultsOf(url),
  )
}
