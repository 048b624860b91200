import { once } from 'node:events'
import { Redis, type RedisOptions } from 'ioredis'

/** Replies in the shapes of the second protocol, the default. */
type Options = Omit<RedisOptions, 'replyMapping'>

export type Connections = {
  /** For whoever asks: fails soon when Redis does not answer. */
  readonly hasty: Redis
  /** Resolves when the hasty one can be asked; rejects when it could not connect just now. */
  readonly connected: () => Promise<void>
  /** For whoever works: waits until Redis is back. */
  readonly patient: () => Redis
  /** Ends them all, at once. */
  readonly end: () => void
}

type Warn = (message: string, error: unknown) => void

const LONGEST_PAUSE_MS = 2_000
const COMMAND_MS = 1_000
/** BullMQ blocks for at most ten seconds at a time: who is silent for longer is gone. */
const SILENCE_MS = 20_000
/** The name of the setting that lets a full Redis drop jobs. */
const POLICY = /^maxmemory_policy:(\w[\w-]*)/m

const pauseMs = (times: number) => Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(times, 10))

/** Tells about an outage once, however long it lasts and however many connections notice. */
const outageOf = (warn: Warn) => {
  let isTold = false
  return {
    began: (error: unknown) => {
      if (isTold) return
      isTold = true
      warn('Redis is out of reach; jobs wait until it is back', error)
    },
    ended: () => {
      isTold = false
    },
  }
}

/** A full Redis must refuse jobs instead of dropping others. */
const checkPolicy = async (redis: Redis, warn: Warn): Promise<void> => {
  const policy = POLICY.exec(await redis.info('memory'))?.[1] ?? 'noeviction'
  if (policy === 'noeviction') return
  warn(
    `Redis may drop jobs: its maxmemory-policy is ${policy}; set it to noeviction`,
    new Error('maxmemory-policy'),
  )
}

/** Connections that come back for ever, until `end`. */
export const connectionsTo = (url: string, warn: Warn): Connections => {
  const opened: Redis[] = []
  let isOpen = true
  const outage = outageOf((message, error) => {
    // whoever ends a connection that is just being made misses nothing
    if (isOpen) warn(message, error)
  })
  const common: Options = {
    // duplicates share it: BullMQ's own connections end with ours
    retryStrategy: times => (isOpen ? pauseMs(times) : null),
    // the answer of a primary that has become a replica
    reconnectOnError: error => (error.message.startsWith('READONLY') ? 2 : false),
    connectTimeout: 5_000,
  }
  const open = (options: Options): Redis => {
    const redis = new Redis(url, { ...common, ...options })
    redis.on('error', outage.began)
    redis.on('reconnecting', () => outage.began(new Error('the connection was lost')))
    redis.on('ready', outage.ended)
    opened.push(redis)
    return redis
  }
  const hasty = open({
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_MS,
    socketTimeout: 5 * COMMAND_MS,
  })
  hasty.once('ready', () => void checkPolicy(hasty, warn).catch(outage.began))
  // one wait for all who ask meanwhile
  let connecting: Promise<void> | null = null
  const connect = async () => {
    try {
      await once(hasty, 'ready')
    } finally {
      connecting = null
    }
  }
  return {
    hasty,
    connected: async () => {
      if (hasty.status !== 'ready') await (connecting ??= connect())
    },
    patient: () => open({ maxRetriesPerRequest: null, socketTimeout: SILENCE_MS }),
    end: () => {
      isOpen = false
      for (const redis of opened) redis.disconnect()
    },
  }
}
