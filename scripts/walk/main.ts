// Prints which of our files a title change runs through, on whose behalf, and how often it and an imported item are read.
import { goOnAs, instrument, onBehalf, ran } from './instrument.ts'

instrument()
// loaded after that, so that it tells what runs
const { countedLog } = await import('../../test/support/counted-log.ts')
const { importOne } = await import('./import-one.ts')
const { walkedService } = await import('./service.ts')

const counted: ReturnType<typeof countedLog>[] = []
const service = await walkedService(log => {
  const one = countedLog(log)
  counted.push(one)
  return {
    ...one.store,
    follow: (...given) => {
      goOnAs(new Error().stack?.includes('/workers/') === true ? 'reactions' : 'read models')
      return one.store.follow(...given)
    },
  }
})
/** What the log was asked for since the last time, as `read event-41`. */
const asked = (): readonly string[] => counted.flatMap(one => one.taken())

const EVENTS = '/cal/events/v1/events'
const event = { title: 'Fair', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' }

const areas = (files: readonly string[]): string => {
  const divided = Object.entries(Object.groupBy(files, file => file.split('/', 1)[0] ?? ''))
  return `${files.length} files: ${divided.map(([area, some = []]) => `${some.length} in ${area}`).join(', ')}`
}

try {
  const { id } = (await service.ask(`POST ${EVENTS}`, event)) as { id: number }
  const retitle = (title: string) => onBehalf('request', () => service.ask(`PUT ${EVENTS}/${id}`, { title }))
  // whatever is loaded or looked up once in the life of a process
  await retitle('Spring fair')
  ran()
  asked()

  await retitle('Summer fair')
  const { files, calls } = ran()
  const reads = asked().filter(call => call.startsWith('read '))
  // what nobody asked for in particular, as messages of the thread that writes, counts for the request
  const pathOf = (of: typeof files): readonly string[] => [...of('request'), ...of(null)]
  // a timer that rang meanwhile is none of it: it does not ring at each change
  await retitle('Autumn fair')
  const again = new Set(pathOf(ran().files))
  const path = [...new Set(pathOf(files))].filter(file => again.has(file)).toSorted()
  console.log(path.join('\n'))
  console.log(`\nPUT ${EVENTS}/${id} with a title: files in which a function ran until it was answered`)
  console.log('(other threads aside; a file that serves two of these counts for both)')
  console.log(`on the path of the request, ${areas(path)}`)
  for (const behalf of ['read models', 'reactions'] as const)
    console.log(`in ${behalf} that follow the log, ${areas(files(behalf))}`)
  console.log(`${reads.filter(call => call === `read event-${id}`).length} reads of the stream of the event`)
  console.log(`reads of the log: ${reads.join(', ') || 'none'}`)
  const composed = calls('projections/event-listing/cal-text.ts', 'calEventText', 'request')
  const changed = calls('services/api/cal-v1/events/event-write.ts', 'changed', 'request')
  console.log(`${changed} times it was found out what changes, and ${composed} times the object was composed`)

  const payload = await importOne(service)
  const imported = ran()
  const payloadReads = asked().filter(call => call.startsWith(`read ${payload}`))
  const readings = imported.calls('services/imports/item/read-item.ts', 'readItem')
  console.log('\nOne item of an import, by callback, until it is done:')
  console.log(
    `${payloadReads.length} reads of its stored payload, ${readings} readings of the item (readItem)`,
  )
} finally {
  await service.stop()
}
