import { afterAll } from 'vitest'
import { patientDocuments, testDatabase } from '../support/mongodb.ts'
import { startServer } from '../support/mongodb-double/server.ts'
import { documentsContract } from './documents.contract.ts'

// what is measured with it does what it would on a server
const { port, stop } = await startServer(0)
const url = `mongodb://127.0.0.1:${port}`
const { database, drop } = testDatabase(url)

afterAll(async () => {
  await drop()
  stop()
})

documentsContract('the double of MongoDB', () => patientDocuments(url, database))
