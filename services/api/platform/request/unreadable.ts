import { http } from '../../../../shared/node-http.ts'
import type { Socket } from 'node:net'
import { REQUEST_ADDRESS_LENGTH } from '../../../../shared/limits/requests.ts'
import { refused, type ErrorCode } from '../answers/errors.ts'
import { constantHeaders } from '../answers/answer.ts'

type Unreadable = Error & { readonly code?: string; readonly rawPacket?: unknown }

const LINE_END = 10

/** The first line has not ended where everything was too long: it is the address. */
const isAddress = ({ rawPacket }: Unreadable) => {
  if (!Buffer.isBuffer(rawPacket)) return false
  const end = rawPacket.indexOf(LINE_END)
  return end === -1 || end > REQUEST_ADDRESS_LENGTH
}

const codeOf = (error: Unreadable): ErrorCode => {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'rest_request_timeout'
  if (error.code !== 'HPE_HEADER_OVERFLOW') return 'rest_no_route'
  return isAddress(error) ? 'rest_address_too_long' : 'rest_head_too_large'
}

/** Names and values that stand one after the other, as lines. */
const inPairs = (headers: readonly string[]): readonly string[] =>
  headers.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${headers[n + 1] ?? ''}`] : []))

/** The start of a request that is none: too much of it, or no HTTP at all. Its connection ends with the answer. */
export const refuseUnreadable = (error: Unreadable, socket: Socket, baseUrl: string): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const { status, text } = refused(codeOf(error))
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=UTF-8',
    ...inPairs(constantHeaders(baseUrl)),
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
