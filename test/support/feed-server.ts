import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { httpFetcher, openInternet, type HttpFetcher } from '../../shared/http-fetcher.ts'

type Answer = {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** This machine is allowed here; everything else follows the rules of the open internet. */
export const localFetcher = (): HttpFetcher =>
  httpFetcher({
    policy: {
      mayReach: address => address === '127.0.0.1' || openInternet.mayReach(address),
      mayUsePort: () => true,
    },
  })

/** A server of feeds on 127.0.0.1 that answers as `now` says, and with 304 whoever names its etag. */
export const feedServer = async (first: Answer = {}) => {
  const state = { now: first }
  const asked: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    asked.push(headers)
    const { status = 200, body = '', headers: own = {} } = state.now
    const isKnown = own['etag'] !== undefined && headers['if-none-match'] === own['etag']
    response.writeHead(isKnown ? 304 : status, own).end(isKnown ? '' : body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    asked,
    url: `http://127.0.0.1:${port}/school.ics`,
    answer: (now: Answer) => {
      state.now = now
    },
  }
}

/** A calendar with an event of an hour for each title, `uid`s in their order. */
export const calendarOf = (...titles: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...titles.flatMap((title, index) => [
      ...['BEGIN:VEVENT', `UID:feed-${index}@school.example`, `SUMMARY:${title}`],
      ...['DTSTART:20270601T100000', 'DTEND:20270601T110000', 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
