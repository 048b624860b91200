import { ErrorType, NO_STREAM, metastreamOf } from '@eventstore/db-client'
import { logPosition } from '../../kernel/brands.ts'
import { deletedAt, deleteMessage } from './delete-message.ts'
import { metadataProposal } from './append-message.ts'
import type { BatchedAppends } from './batch.ts'
import { isOfType, type Ask } from './call.ts'
import type { OwnCalls } from './own-calls.ts'
import type { Reader } from './read.ts'
import { safeNumber } from './record.ts'
import { StoreUnavailable, type Position } from '../port.ts'

/** What the newest `$metadata` event of a stream says, as far as it is about which records can be read. */
export type Lifetime = {
  /** Revision of the first record that can be read; null: the stream is deleted. */
  readonly first: number | null
  readonly maxAgeSeconds: number | null
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && value >= 0

export const lifetimeOf = (metadata: unknown): Lifetime => {
  const { $tb, $maxAge } = membersOf(metadata)
  const first = isNumber($tb) ? $tb : 0
  return {
    // a deleted stream is truncated before the largest number there is
    first: Number.isSafeInteger(first) ? first : null,
    maxAgeSeconds: isNumber($maxAge) ? $maxAge : null,
  }
}

export const membersOf = (metadata: unknown): Readonly<Record<string, unknown>> =>
  typeof metadata === 'object' && metadata !== null ? { ...metadata } : {}

type RemovalNeeds = {
  readonly calls: Pick<OwnCalls, 'remove'>
  readonly append: BatchedAppends
  readonly read: Reader
  readonly ask: Ask
}

export const remover = ({ calls, append, read, ask }: RemovalNeeds) => {
  /** Changes what the metadata says already, at the revision at which it says so. */
  const change = async (
    stream: string,
    changed: (said: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
    ms: number,
  ): Promise<void> => {
    const metastream = metastreamOf(stream)
    const [newest] = (await read.tail(metastream, ms, 1)).events
    const { $tb, ...rest } = membersOf(newest?.data)
    // told of a deleted stream's lifetime, the server itself says where its next life begins
    const kept = Number.isSafeInteger($tb) ? { ...rest, $tb } : rest
    const data = changed(kept)
    try {
      await append(metadataProposal(stream, data), newest?.revision ?? NO_STREAM, ms)
    } catch (error) {
      if (!isOfType(error, ErrorType.WRONG_EXPECTED_VERSION)) throw error
      throw new StoreUnavailable(`somebody else changed the metadata of ${stream} meanwhile`, {
        cause: error,
      })
    }
  }

  return {
    /** Position of the deletion; null: there was nothing to delete, or the server does not tell it. */
    remove: async (stream: string, end: number): Promise<Position | null> => {
      try {
        const attempt = (ms: number) => calls.remove(deleteMessage(stream), deletedAt, ms)
        const { position } = await ask(`deleting ${stream}`, attempt, end)
        return position === null ? null : logPosition(safeNumber('position', position))
      } catch (error) {
        const nothing = [
          ErrorType.WRONG_EXPECTED_VERSION,
          ErrorType.STREAM_DELETED,
          ErrorType.STREAM_NOT_FOUND,
        ]
        if (nothing.some(type => isOfType(error, type))) return null
        throw error
      }
    },
    expire: (stream: string, seconds: number, end: number): Promise<void> =>
      ask(
        `limiting the life of ${stream}`,
        ms => change(stream, said => ({ ...said, $maxAge: seconds }), ms),
        end,
      ),
    truncate: (stream: string, before: number, end: number): Promise<void> =>
      ask(
        `truncating ${stream}`,
        ms => change(stream, said => ({ ...said, $tb: Math.max(Number(said['$tb'] ?? 0), before) }), ms),
        end,
      ),
  }
}
