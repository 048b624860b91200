import type { EpochMs } from '../../kernel/brands.ts'

/** Appends, and lifetimes set, that become durable together. Parallel lists: cheap to send between threads. */
export type Group = {
  readonly at: EpochMs
  /** One entry per append. */
  readonly streams: readonly string[]
  readonly expected: readonly number[]
  readonly counts: readonly number[]
  /** Whether it is made together with the one before it, to another stream, or not at all. */
  readonly follows: readonly boolean[]
  /** Seconds its records live from now on, instead of records to append; NO_LIFETIME: an append. */
  readonly lifetimes: readonly number[]
  /** One entry per record, append after append. */
  readonly ids: readonly string[]
  readonly bodies: readonly string[]
}

/** One entry per append of the group. */
export type Outcomes = {
  /** Revision of the last record; CONFLICT when its stream was not at the expected one. */
  readonly revisions: readonly number[]
  readonly positions: readonly number[]
  /** false: the same records were there already, or one that it is made together with was refused. */
  readonly written: readonly boolean[]
}

export const CONFLICT = -1
export const NO_LIFETIME = 0

/** Distance of neighbouring positions. More than one, so that nobody comes to rely on `+ 1`. */
export const STRIDE = 8

/** `before`: revision of the first record that stays; null: none does. */
export type Removal = { readonly stream: string; readonly before: number | null }

export type Request =
  /** Not answered: these appends are written, and committed by the `append` that comes next. */
  | { readonly ask: 'prepare'; readonly group: Group }
  /** Answered for every append since the last answer, prepared ones first. */
  | { readonly ask: 'append'; readonly group: Group }
  | { readonly ask: 'delete'; readonly removals: readonly Removal[] }
  | { readonly ask: 'sweep'; readonly now: EpochMs }
  | { readonly ask: 'close' }

export type Reply =
  | { readonly reply: 'appended'; readonly outcomes: Outcomes }
  /** `more`: the same request again has something left to do. */
  | { readonly reply: 'done'; readonly more: boolean }
  | { readonly reply: 'failed'; readonly reason: string }

export type WriterOptions = {
  readonly file: string
  /** Size the file may reach; null: as far as the disk goes. */
  readonly maxBytes: number | null
}

/** The writer as seen from the main thread. One request at a time. */
export type Writer = {
  /** Rejects with StoreUnavailable when the request failed or the thread is gone. */
  readonly ask: (request: Request) => Promise<Reply>
  /** Sends a request that is not answered; whatever goes wrong with it fails the next that is. */
  readonly tell: (request: Request & { readonly ask: 'prepare' }) => void
  readonly lost: () => boolean
  /** Ends the thread as it is; the running transaction is undone. */
  readonly terminate: () => Promise<void>
}

/** Resolves when the thread has the file open, rejects with StoreUnavailable when it cannot. */
export type StartWriter = (options: WriterOptions) => Promise<Writer>

/** What is asked of a thread that serves a log. */
export type WriterThread = {
  readonly send: (request: Request) => void
  /** `heard`: of each reply; `ended`: once, when no more can come, with the error that the thread ended by. */
  readonly listen: (heard: (reply: Reply) => void, ended: (cause: unknown) => void) => void
  /** Whether the process goes on because of it. */
  readonly keepAlive: (does: boolean) => void
  readonly terminate: () => Promise<void>
}
