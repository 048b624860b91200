import { setTimeout as sleep } from 'node:timers/promises'
import { importPayloadStream } from '../../shared/facts/import.ts'
import type { WalkedService } from './service.ts'

const CALLBACKS = '/cal/event-aggregator/v1/import'

const LOOKS = 3_000

const item = {
  uid: 'walk-1',
  title: 'Imported fair',
  start_date: '2027-06-01 10:00:00',
  end_date: '2027-06-01 12:00:00',
  timezone: 'Europe/Berlin',
}

/** Imports one item, and answers when it is done: what its payload's stream begins with. Throws when it was not created. */
export const importOne = async ({ ask }: WalkedService): Promise<string> => {
  const registered = await ask('POST /admin/imports', { source: 'https://feed.example/a', origin: 'ics' })
  const { import_id: id, batch_hash: hash } = registered as { import_id: string; batch_hash: string }
  await ask(`POST ${CALLBACKS}/${id}/batch`, {
    batch_hash: hash,
    percentage_complete: 50,
    status: { data: { total: 1, done: 0 }, batch: { total: 1, done: 0 } },
    events: [item],
  })
  for (let look = 0; look < LOOKS; look++) {
    const shown = (await ask(`GET /admin/imports/${id}`)) as { items: readonly { outcome: string | null }[] }
    const [outcome] = shown.items.map(one => one.outcome)
    if (outcome === 'created') return importPayloadStream(id, '')
    // null: it waits
    if (typeof outcome === 'string') throw new Error(`the item became ${outcome}`)
    await sleep(10)
  }
  throw new Error('the item is not done after 30 seconds')
}
