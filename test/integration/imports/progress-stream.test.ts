import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { fairItem } from '../../support/import-world.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'

type Told = { readonly event: string; readonly id: string; readonly data: Readonly<Record<string, unknown>> }

const told = (text: string): readonly Told[] =>
  text.split('\n\n').flatMap(block => {
    const lines = block.split('\n').map(line => line.split(/: (.*)/s, 2))
    const { event, id, data } = Object.fromEntries(lines) as Record<string, string | undefined>
    return data === undefined
      ? []
      : [{ event: event ?? '', id: id ?? '', data: JSON.parse(data) as Told['data'] }]
  })

/** A client that reads events as they come. */
const listener = async (service: EmbeddedService, importId: string, headers: Record<string, string> = {}) => {
  const { port } = service.app.server.address() as AddressInfo
  const path = `/admin/imports/${importId}/progress/stream`
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { ...basic('admin'), ...headers } }, resolve)
      .on('error', reject)
      .end()
  })
  let text = ''
  let ended = false
  answer.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  answer.on('end', () => (ended = true))
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    events: () => told(text),
    ended: () => ended,
    hangUp: () => answer.destroy(),
  }
}

const opened = async () => {
  const service = await embeddedService()
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const registered = await service.ask('POST /admin/imports', { body: { origin: 'url', source: 'feed' } })
  return { service, ...(registered.body as { readonly import_id: string; readonly batch_hash: string }) }
}

const send = (service: EmbeddedService, importId: string, hash: string, count: number) =>
  service.ask(`POST /cal/event-aggregator/v1/import/${importId}/batch`, {
    headers: {},
    body: {
      ...{ batch_hash: hash, percentage_complete: 100, interval: 10 },
      status: { data: { total: count, done: 0 }, batch: { total: 1, done: 0 } },
      events: Array.from({ length: count }, (_, n) => fairItem({ uid: `s${n}`, title: `S${n}` })),
    },
  })

describe('GET /admin/imports/{id}/progress/stream', () => {
  it('tells how it stands, each change, and the end, with which it ends', async () => {
    const { service, import_id: id, batch_hash: hash } = await opened()
    const client = await listener(service, id)
    expect(client).toMatchObject({ status: 200, type: 'text/event-stream; charset=utf-8' })
    await expect.poll(client.events).toHaveLength(1)
    expect(client.events()[0]).toMatchObject({ event: 'progress', data: { import_id: id, received: 0 } })
    expect((await send(service, id, hash, 120)).status).toBe(200)
    await expect.poll(client.ended).toBe(true)
    const events = client.events()
    const last = events.at(-1)
    expect(events.filter(({ event }) => event === 'end')).toEqual([last])
    expect(last).toMatchObject({
      event: 'end',
      data: { status: 'success', processed: 120, percentage: 100, remaining_seconds: 0 },
    })
    const answer = await service.ask(`GET /admin/imports/${id}/progress`)
    expect(last?.data).toEqual(answer.body)

    const late = await listener(service, id)
    await expect.poll(late.ended).toBe(true)
    expect(late.events()).toEqual([last])
    const back = await listener(service, id, { 'last-event-id': last?.id ?? '' })
    expect(back.status).toBe(204)
  })

  it('a client that comes back hears what it has not heard', async () => {
    const { service, import_id: id, batch_hash: hash } = await opened()
    const first = await listener(service, id)
    await expect.poll(first.events).toHaveLength(1)
    first.hangUp()
    const known = first.events()[0]?.id ?? ''
    const second = await listener(service, id, { 'last-event-id': known })
    await send(service, id, hash, 1)
    await expect.poll(second.ended).toBe(true)
    expect(second.events().map(event => event.id)).not.toContain(known)
    expect(second.events().at(-1)).toMatchObject({ event: 'end', data: { processed: 1 } })
  })

  it('is for those who administer, and of imports that there are', async () => {
    const { service, import_id: id } = await opened()
    expect((await listener(service, id, { authorization: '' })).status).toBe(401)
    expect((await listener(service, 'nothing')).status).toBe(404)
  })

  it('listeners do not hold up the end of the service', async () => {
    const { service, import_id: id } = await opened()
    const client = await listener(service, id)
    await expect.poll(client.events).toHaveLength(1)
    expect(await service.stop()).toBe('clean')
    await expect.poll(client.ended).toBe(true)
    expect(client.events().map(({ event }) => event)).toEqual(['progress'])
  })
})
