import { gzipSync } from 'node:zlib'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { fetchFailureMessage, fetchFeed } from '../../../../services/imports/feed/fetch-feed.ts'
import { calendarOf, localFetcher } from '../../../support/feed-server.ts'

const serve = async (headers: Readonly<Record<string, string>>, body: Uint8Array) => {
  const server = createServer((_, response) => response.writeHead(200, headers).end(body))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/school.ics`
}

it('a compressed feed is refused by its name', async () => {
  const url = await serve({ 'content-encoding': 'gzip' }, gzipSync(calendarOf('Fair')))
  const fetched = await fetchFeed(localFetcher(), url)
  expect(fetched).toEqual({ ok: false, reason: 'wrong_type' })
  expect(fetchFailureMessage({ ok: false, reason: 'wrong_type' })).toBe(
    'the server sends the feed compressed, which it was asked not to do',
  )
})

it('a feed of any type is taken', async () => {
  const url = await serve({ 'content-type': 'application/x-whatever' }, Buffer.from(calendarOf('Fair')))
  expect(await fetchFeed(localFetcher(), url)).toMatchObject({ ok: true, changed: true })
})
