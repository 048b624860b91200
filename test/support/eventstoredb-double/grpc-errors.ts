import { Metadata, status, type StatusObject } from '@grpc/grpc-js'
import { expectedNumber, type Expected } from './records.ts'

/** How a call ends when it fails; the client makes its error from the trailer `exception`. */
export type Failure = StatusObject

const failure = (
  code: status,
  details: string,
  exception: string | null = null,
  trailers: Readonly<Record<string, string>> = {},
): Failure => {
  const metadata = new Metadata()
  if (exception !== null) metadata.set('exception', exception)
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return { code, details, metadata }
}

export const streamDeleted = (stream: string): Failure =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, 'stream-deleted', {
    'stream-name': stream,
  })

export const accessDenied = (): Failure => failure(status.PERMISSION_DENIED, 'Access Denied', 'access-denied')

export const wrongExpectedVersion = (stream: string, expected: Expected, current: number): Failure => {
  const wanted = String(expectedNumber(expected))
  return failure(
    status.FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${wanted}, Actual version: ${current}`,
    'wrong-expected-version',
    { 'stream-name': stream, 'expected-version': wanted, 'actual-version': String(current) },
  )
}

export const appendTooBig = (maxBytes: number): Failure =>
  failure(
    status.INVALID_ARGUMENT,
    `Maximum Append Size of ${maxBytes} Exceeded.`,
    'maximum-append-size-exceeded',
    { 'maximum-append-size': String(maxBytes) },
  )

export const missingEventMetadata = (): Failure =>
  failure(
    status.INVALID_ARGUMENT,
    'Required metadata properties are missing.',
    'missing-required-metadata-property',
    { 'required-metadata-properties': 'type,content-type' },
  )

export const invalidArgument = (details: string): Failure => failure(status.INVALID_ARGUMENT, details)
export const unknown = (details: string): Failure => failure(status.UNKNOWN, details)
export const notReady = (): Failure => failure(status.UNAVAILABLE, 'Server Is Not Ready')
export const tooBusy = (): Failure => failure(status.UNAVAILABLE, 'Server Is Too Busy')
export const tooSlow = (): Failure =>
  failure(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live.')
export const timedOut = (): Failure =>
  failure(status.ABORTED, 'Operation timed out: the write was not answered.')

export const notLeader = (port: number): Failure =>
  failure(status.NOT_FOUND, 'Leader info available', 'not-leader', {
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  })
