import type { ImportFact, ItemOutcome } from '../../../shared/facts/import.ts'
import { nothing, record, refuse, type Decision } from '../../../shared/kernel/decision.ts'
import { sameSecret } from '../../../shared/kernel/same-secret.ts'
import type { RunCommand, RunRefusal } from './commands.ts'
import { found } from './state-lists.ts'
import { steer } from './steer-rules.ts'
import { tallyAfter, type AcceptedCallback, type Run, type RunState, type Tally } from './state.ts'

export type CallbackVerdict =
  | { readonly kind: 'accept'; readonly run: Run }
  | { readonly kind: 'replay'; readonly run: Run; readonly first: AcceptedCallback }
  | { readonly kind: 'refuse'; readonly code: 'import_not_pending' | 'hash_refused' }

/** What a callback meets: its own recorded answer, an open door, or a refusal (spec 05 §2 hashes, replay). */
export const judge = (state: RunState, hash: string, digest: string): CallbackVerdict => {
  if (state.status === 'unknown') return { kind: 'refuse', code: 'import_not_pending' }
  const first = found(state.callbacks, digest)
  if (first !== undefined && hash !== '' && sameSecret(first.hash, hash))
    return { kind: 'replay', run: state, first }
  if (state.status !== 'pending') return { kind: 'refuse', code: 'import_not_pending' }
  if (state.hash === null || !sameSecret(state.hash, hash)) return { kind: 'refuse', code: 'hash_refused' }
  return { kind: 'accept', run: state }
}

const closing = (run: Tally, importId: string): ImportFact => {
  const end = (status: 'success' | 'failed', reason: string | null, message: string) =>
    ({ type: 'ImportClosed', importId, status, reason, message }) as const
  if (run.carriedEvents && run.received !== run.total) {
    return end('failed', 'count_mismatch', `${run.received} items received, ${run.total} announced`)
  }
  if (run.received > 0 && run.failed === run.received) {
    return end('failed', 'all_failed', `all ${run.received} items failed`)
  }
  return end('success', null, '')
}

/** The fact, and the closing of the import when it completes it (spec 05 §1). */
const recordOn = (
  run: Run,
  fact: Extract<ImportFact, { type: 'ImportBatchReceived' | 'ImportOutcomesRecorded' }>,
): Decision<ImportFact, RunRefusal> => {
  const after = tallyAfter(run, fact)
  return run.status === 'pending' && after.lastBatchReceived && after.recorded === after.received
    ? record<ImportFact>(fact, closing(after, fact.importId))
    : record<ImportFact>(fact)
}

type Of<Type extends RunCommand['type']> = Extract<RunCommand, { type: Type }>

const register = ({ importId, settings, hash }: Of<'Register'>, state: RunState) =>
  state.status === 'unknown'
    ? record<ImportFact>({ type: 'ImportRegistered', importId, ...settings, hash })
    : refuse({ code: 'import_exists' } as const)

const receiveBatch = (command: Of<'ReceiveBatch'>, state: RunState) => {
  const verdict = judge(state, command.hash, command.digest)
  if (verdict.kind === 'refuse') return refuse({ code: verdict.code })
  if (verdict.kind === 'replay') return nothing
  const { importId, hash, digest, count, percentage, total, carriedEvents } = command
  return recordOn(verdict.run, {
    type: 'ImportBatchReceived',
    importId,
    batch: verdict.run.batches.length,
    hash,
    digest,
    count,
    firstPosition: verdict.run.received + 1,
    percentage,
    total,
    carriedEvents,
    nextHash: command.last ? null : command.nextHash,
    outcomesKnown: verdict.run.recorded,
  })
}

/** What it says of a batch that brings so many items; null: the import may take them. */
export const overfullMessage = (run: Run, items: number, most: number): string | null =>
  run.received + items <= most
    ? null
    : `with these ${items} items the import would have ${run.received + items}; an import takes at most ${most}.`

/** Told once: a sender that goes on does not fill the log. */
const refuseItems = ({ importId, items, most }: Of<'RefuseItems'>, run: Run) => {
  const message = overfullMessage(run, items, most)
  return message === null || run.overfull || run.status !== 'pending'
    ? nothing
    : record<ImportFact>({ type: 'ImportBatchRefused', importId, reason: 'too_many_items', message })
}

/** A file is one batch and the last; it has no hash, so nothing can call back. */
const receiveFile = ({ importId, digest, count }: Of<'ReceiveFile'>, run: Run) => {
  if (run.batches.length > 0) return nothing
  if (run.hash !== null || run.status !== 'pending') return refuse({ code: 'not_a_file_import' } as const)
  return recordOn(run, {
    type: 'ImportBatchReceived',
    importId,
    batch: 0,
    hash: '',
    digest,
    count,
    firstPosition: 1,
    percentage: 100,
    total: count,
    carriedEvents: true,
    nextHash: null,
    outcomesKnown: 0,
  })
}

const reportState = (command: Of<'ReportState'>, state: RunState): Decision<ImportFact, RunRefusal> => {
  const verdict = judge(state, command.hash, command.digest)
  if (verdict.kind === 'refuse') return refuse({ code: verdict.code })
  if (verdict.kind === 'replay') return nothing
  const { importId, hash, digest, status, percentage, message, messageSlug } = command
  const reported = {
    type: 'ImportStateReported',
    importId,
    hash,
    digest,
    status,
    percentage,
    // only a failure says why (spec 05 §4)
    message: status === 'failed' ? message : '',
    messageSlug: status === 'failed' ? messageSlug : '',
  } as const
  if (status === 'pending') return record<ImportFact>(reported)
  const closed = {
    type: 'ImportClosed',
    importId,
    status,
    reason: 'reported',
    message: reported.message,
  } as const
  return record<ImportFact>(reported, closed)
}

const recordOutcomes = ({ importId, batch, outcomes, series = [] }: Of<'RecordOutcomes'>, run: Run) => {
  const fresh = outcomes.filter(o => o.position > run.recorded)
  if (fresh.length === 0) return nothing
  const inOrder = fresh.every((o, index) => o.position === run.recorded + 1 + index)
  if (!inOrder || run.recorded + fresh.length > run.received) {
    return refuse({ code: 'outcomes_out_of_order' } as const)
  }
  const told = series.length === 0 ? {} : { series: [...series] }
  return recordOn(run, { type: 'ImportOutcomesRecorded', importId, batch, outcomes: fresh, ...told })
}

/** Outcomes behind those of the received items, which are all there when something is withdrawn. */
const recordWithdrawn = ({ importId, withdrawn }: Of<'RecordWithdrawn'>, run: Run) => {
  const fresh = withdrawn.filter(({ id }) => found(run.withdrawn, String(id)) === undefined)
  if (fresh.length === 0) return nothing
  const first = run.received + run.withdrawn.size + 1
  const outcomes = fresh.map(({ id, uid }, n): ItemOutcome => ({
    ...{ position: first + n, outcome: 'withdrawn', reason: null, warnings: [], id, uid },
    touched: [['cal_events', 'updated', id]],
  }))
  return record<ImportFact>({ type: 'ImportOccurrencesWithdrawn', importId, outcomes })
}

const known = (
  state: RunState,
  then: (run: Run) => Decision<ImportFact, RunRefusal>,
): Decision<ImportFact, RunRefusal> =>
  state.status === 'unknown' ? refuse({ code: 'import_unknown' }) : then(state)

export const decide = (command: RunCommand, state: RunState): Decision<ImportFact, RunRefusal> => {
  switch (command.type) {
    case 'Register':
      return register(command, state)
    case 'ReceiveBatch':
      return receiveBatch(command, state)
    case 'ReportState':
      return reportState(command, state)
    case 'RefuseItems':
      return known(state, run => refuseItems(command, run))
    case 'ReceiveFile':
      return known(state, run => receiveFile(command, run))
    case 'RecordOutcomes':
      return known(state, run => recordOutcomes(command, run))
    case 'RecordWithdrawn':
      return known(state, run => recordWithdrawn(command, run))
    case 'CloseStalled':
    case 'CloseUnreadable':
    case 'Delete':
    case 'Cancel':
    case 'Pause':
    case 'Resume':
    case 'Reattribute':
      return known(state, run => steer(command, run))
  }
}
