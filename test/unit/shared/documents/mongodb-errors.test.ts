import {
  BSON,
  MongoClientBulkWriteError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb'
import { describe, expect, it } from 'vitest'
import { isOutage, translated } from '../../../../shared/documents/mongodb/errors.ts'
import { DocumentsUnavailable, UnsupportedQuery } from '../../../../shared/documents/port.ts'

const server = (code?: number) => new MongoServerError({ message: 'said by the server', code })
/** As the driver gives it for a command for several collections; without a cause when the servers lag behind. */
const joined = (cause?: Error) =>
  Object.assign(
    new MongoClientBulkWriteError({ message: 'bulk write' }),
    cause === undefined ? {} : { cause },
  )

describe('trouble with MongoDB', () => {
  it.each<readonly [string, unknown]>([
    ['a server that is gone', new MongoNetworkError('closed')],
    ['a primary that steps down', server(189)],
    ['a server without a code', server()],
    ['the limit of time, here', new DOMException('over', 'TimeoutError')],
    ['the limit of time, at the server', server(50)],
    ['servers that lag behind', joined()],
    ['a primary that steps down, for several collections', joined(server(189))],
  ])('may pass: %s', (_, error) => {
    expect(isOutage(error)).toBe(true)
    expect(translated(error, 'write to', 'rows')).toBeInstanceOf(DocumentsUnavailable)
  })
  it.each<readonly [string, unknown]>([
    ['what the driver refuses', new MongoInvalidArgumentError('too large')],
    ['what cannot be made BSON', new BSON.BSONError('cannot')],
    ['what has no room', new RangeError('offset')],
  ])('will come again, and is told as it is: %s', (_, error) => {
    expect(isOutage(error)).toBe(false)
    expect(translated(error, 'write to', 'rows')).toBe(error)
  })
  it('will come again: what the server refuses, also for several collections', () => {
    expect(isOutage(server(10334))).toBe(false)
    expect(isOutage(joined(server(10334)))).toBe(false)
    expect(translated(server(10334), 'write to', 'rows')).toBeInstanceOf(UnsupportedQuery)
  })
})
