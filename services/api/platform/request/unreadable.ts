import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refused } from '../answers/errors.ts'

/** The start of a request that is none: too much of it, or no HTTP at all. Its connection ends with the answer. */
export const refuseUnreadable = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const { status, text } = refused(
    error.code === 'HPE_HEADER_OVERFLOW' ? 'rest_request_too_large' : 'rest_no_route',
  )
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=UTF-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
