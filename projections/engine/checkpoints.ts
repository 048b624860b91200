import type { Documents } from '../../shared/documents/port.ts'
import type { Position } from '../../shared/event-store/port.ts'

/** Where each follower of the log has safely come to. Kept beside the read models: emptied together. */
export type Checkpoints = {
  readonly load: (name: string) => Promise<Position | null>
  /** Only after the records up to `position` took effect. Never goes back. */
  readonly advance: (name: string, position: Position) => Promise<void>
}

type Checkpoint = { readonly _id: string; readonly position: Position }

export const checkpointsIn = async (documents: Documents): Promise<Checkpoints> => {
  const stored = await documents.collection<Checkpoint>({ name: 'checkpoints', indexes: [] })
  return {
    load: async name => (await stored.get(name))?.position ?? null,
    advance: (name, position) =>
      stored.bulkWrite([
        {
          replaceOne: {
            filter: { _id: name, position: { $lt: position } },
            replacement: { _id: name, position },
            upsert: true,
          },
        },
      ]),
  }
}
