import type { Described, Documented } from './documented.ts'
import type { Role } from './world-users.ts'

export type Caller = Role | 'guest' | 'stranger'

/** A generation of the interface and its document. */
export type Generation = {
  readonly namespace: string
  readonly documented: Documented
  /** Whether we know what its arguments name, and what rules stand between them. */
  readonly isKnown: boolean
}

/** A part of a batch; `request`: the write that it is, `answer`: what it must be told, being none. */
export type Part = {
  readonly wire: { readonly path: string; readonly method: string; readonly body?: unknown }
  readonly request: Request | null
  readonly answer: { readonly status: number; readonly code: string } | null
}

export type Batch = {
  readonly parts: readonly Part[]
  /** All parts have to be valid first. */
  readonly strict: boolean
  /** Nothing is wrong with the batch itself. */
  readonly taken: boolean
}

/** One request as it goes out, and what its maker knows about it. */
export type Request = {
  readonly method: string
  readonly address: string
  readonly headers: { readonly [name: string]: string }
  readonly body: Buffer | null
  readonly caller: Caller
  /** The operation that is meant; null: none, or whatever comes of it. */
  readonly meant: { readonly operation: Described; readonly of: Generation } | null
  /** Arguments in the query: texts, lists and objects of texts. */
  readonly query: { readonly [name: string]: unknown }
  /** Arguments in a body that is read; null: there is none. */
  readonly sent: { readonly [name: string]: unknown } | null
  /** Names whose values must not be refused. */
  readonly fine: ReadonlySet<string>
  readonly envelope: boolean
  readonly fields: boolean
  /** null: no batch, or one of which nothing is known. */
  readonly batch: Batch | null
}
