// Prints which of our files a title change runs through, and how often it and an imported item are read.
import { countedLog } from '../../test/support/counted-log.ts'
import { countCalls } from './coverage.ts'
import { importOne } from './import-one.ts'
import { walkedService } from './service.ts'

const counted: ReturnType<typeof countedLog>[] = []
const service = await walkedService(log => {
  const one = countedLog(log)
  counted.push(one)
  return one.store
})
/** What the log was asked for since the last time, as `read event-41`. */
const asked = (): readonly string[] => counted.flatMap(one => one.taken())
const coverage = await countCalls()

const EVENTS = '/cal/events/v1/events'
const event = { title: 'Fair', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 12:00:00' }

try {
  const { id } = (await service.ask(`POST ${EVENTS}`, event)) as { id: number }
  const retitle = (title: string) => service.ask(`PUT ${EVENTS}/${id}`, { title })
  // whatever is loaded or looked up once in the life of a process
  await retitle('Spring fair')
  await coverage.ran()
  asked()

  await retitle('Summer fair')
  const { files } = await coverage.ran()
  const reads = asked().filter(call => call.startsWith('read '))
  console.log(files.join('\n'))
  console.log(`\nPUT ${EVENTS}/${id} with a title, until it is answered:`)
  const areas = Object.entries(Object.groupBy(files, file => file.split('/', 1)[0] ?? ''))
  const divided = areas.map(([area, some = []]) => `${some.length} in ${area}`).join(', ')
  console.log(`${files.length} files in which a function ran (other threads aside): ${divided}`)
  console.log(`${reads.filter(call => call === `read event-${id}`).length} reads of the stream of the event`)
  console.log(`reads of the log: ${reads.join(', ') || 'none'}`)

  const payload = await importOne(service)
  const imported = await coverage.ran()
  const payloadReads = asked().filter(call => call.startsWith(`read ${payload}`))
  const readings = imported.calls('services/imports/item/read-item.ts', 'readItem')
  console.log('\nOne item of an import, by callback, until it is done:')
  console.log(
    `${payloadReads.length} reads of its stored payload, ${readings} readings of the item (readItem)`,
  )
} finally {
  coverage.stop()
  await service.stop()
}
