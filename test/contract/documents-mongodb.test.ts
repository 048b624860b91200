import { afterAll, describe, expect, inject, it } from 'vitest'
import { mongoDocuments } from '../../shared/documents/mongodb/mongodb.ts'
import { faultsOf, testDatabase } from '../support/mongodb.ts'
import { olderMongoDb } from '../support/older-mongodb.ts'
import { documentsContract, oneTurnContract } from './documents.contract.ts'

const url = inject('mongodbUrl')

if (url === null) describe.skip('documents in MongoDB', () => it('need a server'))
else {
  const { database, drop } = testDatabase(url)
  const older = await olderMongoDb(url)
  const documentsAt = (address: string) => () =>
    mongoDocuments({ url: address, database, warn: () => undefined })
  afterAll(async () => {
    await older.close()
    await drop()
  })
  documentsContract('MongoDB', documentsAt(url), await faultsOf(url))
  oneTurnContract('MongoDB before 8.0', documentsAt(older.url))
  it('a MongoDB before 8.0 was asked for what it does not have', () => {
    expect(older.refused()).toBeGreaterThan(0)
  })
}
