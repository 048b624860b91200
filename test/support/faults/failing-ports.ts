import { DocumentsUnavailable, type Doc, type Documents } from '../../../shared/documents/port.ts'
import { StoreUnavailable, type EventStore, type Followed } from '../../../shared/event-store/port.ts'
import { JobsUnavailable, type JobQueue } from '../../../shared/jobs/port.ts'
import { oneFault, type OneFault } from './one-fault.ts'

export type FailingPort<Port> = { readonly port: Port; readonly fault: OneFault }

/** The log: its calls, and each step of whoever follows it. */
export const failingLog = (store: EventStore): FailingPort<EventStore> => {
  const fault = oneFault(message => new StoreUnavailable(message))
  const { counted } = fault
  const follow = async function* (...given: Parameters<EventStore['follow']>): AsyncIterable<Followed> {
    for await (const step of store.follow(...given)) {
      if (step.records.length === 0) yield step
      else if (fault.fails() === 'before') yield counted('follow', async () => step)
      else {
        yield step
        await counted('follow', async () => undefined)
      }
    }
  }
  const append: EventStore['append'] = (stream, ...rest) =>
    counted(`append to ${stream}`, () => store.append(stream, ...rest))
  return {
    fault,
    port: {
      ...store,
      follow,
      append,
      // as where one may be durable without the other
      appendAll: async (before, last) => {
        for (const { stream, records, expected } of before) await append(stream, records, expected)
        return append(last.stream, last.records, last.expected)
      },
      read: (stream, ...rest) => counted(`read ${stream}`, () => store.read(stream, ...rest)),
      head: () => counted('head', () => store.head()),
      headAtRest: undefined,
      deleteStream: stream => counted(`delete ${stream}`, () => store.deleteStream(stream)),
      truncate: (stream, before) => counted(`truncate ${stream}`, () => store.truncate(stream, before)),
      expireAfter: (stream, seconds) => counted(`expire ${stream}`, () => store.expireAfter(stream, seconds)),
    },
  }
}

/** The documents: every call of every collection for which `isCounted` says so. */
export const failingDocuments = (
  documents: Documents,
  isCounted: (collection: string) => boolean = () => true,
): FailingPort<Documents> => {
  const fault = oneFault(message => new DocumentsUnavailable(message))
  const collection = async <D extends Doc>(spec: Parameters<Documents['collection']>[0]) => {
    const inner = await documents.collection<D>(spec)
    if (!isCounted(spec.name)) return inner
    const failing =
      <Given extends readonly unknown[], Result>(name: string, call: (...given: Given) => Promise<Result>) =>
      (...given: Given) =>
        fault.counted(`${name} ${spec.name}`, () => call(...given))
    return {
      get: failing('get', inner.get),
      getMany: failing('getMany', inner.getMany),
      find: failing('find', inner.find),
      count: failing('count', inner.count),
      page: failing('page', inner.page),
      tally: failing('tally', inner.tally),
      bulkWrite: failing('bulkWrite', inner.bulkWrite),
      clear: failing('clear', inner.clear),
    }
  }
  const { writeAll } = documents
  const writing: Pick<Documents, 'writeAll'> =
    writeAll === undefined
      ? {}
      : {
          writeAll: writes => {
            const names = writes.map(write => write.collection)
            const write = () => writeAll(writes)
            return names.some(isCounted) ? fault.counted(`writeAll ${names.join(', ')}`, write) : write()
          },
        }
  return { fault, port: { ...documents, collection, ...writing } }
}

/** The jobs: what is asked of the queue, and each job that it hands out. */
export const failingJobs = (queue: JobQueue): FailingPort<JobQueue> => {
  const fault = oneFault(message => new JobsUnavailable(message))
  const { counted } = fault
  const handed =
    <Given extends readonly unknown[]>(name: string, handler: (...given: Given) => Promise<void>) =>
    (...given: Given) =>
      counted(`work on ${name}`, () => handler(...given))
  return {
    fault,
    port: {
      ...queue,
      enqueue: (name, ...rest) => counted(`enqueue ${name}`, () => queue.enqueue(name, ...rest)),
      generation: () => counted('generation', () => queue.generation()),
      work: handlers =>
        queue.work(
          Object.fromEntries(
            Object.entries(handlers).map(([name, handler]) => [name, handed(name, handler as never)]),
          ),
        ),
    },
  }
}
