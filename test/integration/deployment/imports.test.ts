import { expect, it, onTestFinished } from 'vitest'
import { deployment } from '../../support/deployment.ts'
import { basic } from '../../support/embedded-service.ts'

const feedOf = (prefix: string, count: number) => ({
  ...{ ok: true, warnings: [] },
  items: Array.from({ length: count }, (_, n) => ({
    ...{ uid: `${prefix}${n}`, title: `${prefix} ${n}` },
    ...{ start_date: '2031-05-08 10:00:00', end_date: '2031-05-08 11:00:00' },
  })),
})

it('an import is paused, resumed and followed from a process that does not work on it', async () => {
  const { close, started } = deployment()
  onTestFinished(close)
  await started('projections')
  const api = await started('api')
  const imported = async (source: string, count: number) => {
    const given = { origin: 'ics', source, feed: feedOf(source, count) }
    return ((await api.operate('import-file', given)) as { readonly import_id: string }).import_id
  }
  const progress = (importId: string) => api.operate('import-progress', { import_id: importId })
  const id = await imported('paused', 120)
  expect(await api.operate('pause-import', { import_id: id })).toMatchObject({ paused: true })
  await started('workers')
  // workers have begun when another one is over
  const other = await imported('other', 1)
  await expect.poll(() => progress(other)).toMatchObject({ status: 'success' })
  expect(await progress(id)).toMatchObject({ status: 'pending', paused: true, received: 120, processed: 0 })

  const streamed = api.app.inject({ url: `/admin/imports/${id}/progress/stream`, headers: basic('admin') })
  expect(await api.operate('resume-import', { import_id: id })).toMatchObject({ paused: false })
  const { headers, payload } = await streamed
  expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
  const events = [...payload.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)
  expect(events.at(-1)).toBe('end')
  const last = JSON.parse(payload.slice(payload.lastIndexOf('data: ') + 6)) as object
  expect(last).toMatchObject({ status: 'success', processed: 120, percentage: 100, over: true })
  expect(await progress(id)).toEqual(last)
})
