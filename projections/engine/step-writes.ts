import { deferredCollection } from '../../shared/documents/deferred.ts'
import type { Collection, CollectionSpec, Doc, Documents, Writes } from '../../shared/documents/port.ts'
import type { Projection } from './projection.ts'

/**
 * A projection whose steps are written as a whole where a server can do that (`writeAll`): what a step writes is held until
 * the step ends, or asks a collection that it wrote to, and goes out in its order as one question. What is held when a step
 * fails is forgotten, since the step comes again.
 */
export const writingSteps = async <Made extends Projection>(
  documents: Documents,
  make: (documents: Documents) => Promise<Made>,
): Promise<Made> => {
  const { writeAll } = documents
  if (writeAll === undefined) return make(documents)
  let held: readonly Writes[] = []
  /** null: nothing of this step so far. */
  let written: Promise<void> | null = null
  const write = (): Promise<void> | null => {
    const writes = held
    held = []
    if (writes.length > 0) written = (written ?? Promise.resolve()).then(() => writeAll(writes))
    return written
  }
  const collection = async <D extends Doc>(spec: CollectionSpec): Promise<Collection<D>> => {
    const stored = await documents.collection<D>(spec)
    const asked = () => {
      const isHeld = held.some(one => one.collection === spec.name)
      return (isHeld ? write() : written)?.then(() => stored) ?? stored
    }
    return {
      ...deferredCollection(asked),
      bulkWrite: async operations => {
        if (operations.length > 0) held = [...held, { collection: spec.name, operations }]
      },
    }
  }
  const whole = async (step: () => Promise<void> | undefined): Promise<void> => {
    ;[held, written] = [[], null]
    await step()
    await write()
  }
  const made = await make({ ...documents, collection })
  const { apply, fence } = made
  return {
    ...made,
    apply: (...given) => whole(() => apply(...given)),
    ...(fence === undefined ? {} : { fence: epoch => whole(() => fence(epoch)) }),
  }
}
