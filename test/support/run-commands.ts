import { expect } from 'vitest'
import type { RunCommand } from '../../services/imports/run/commands.ts'
import { decide } from '../../services/imports/run/decide.ts'
import { evolve, initial, type Run, type RunState } from '../../services/imports/run/state.ts'
import type { ImportFact, ItemOutcome } from '../../shared/facts/import.ts'
import { runSettings } from './run-settings.ts'

export const importId = 'abc123'

export const [H1, H2, H3] = ['1'.repeat(32), '2'.repeat(32), '3'.repeat(32)]

export const registered: Extract<ImportFact, { readonly type: 'ImportRegistered' }> = {
  type: 'ImportRegistered',
  importId,
  ...runSettings({ source: 'https://feed.example/a.ics' }),
  hash: H1,
}

export const batch = (over: Partial<Extract<RunCommand, { type: 'ReceiveBatch' }>> = {}): RunCommand => ({
  type: 'ReceiveBatch',
  importId,
  hash: H1,
  digest: 'd1',
  count: 2,
  percentage: 50,
  total: 4,
  carriedEvents: true,
  last: false,
  nextHash: H2,
  ...over,
})

export const state = (over: Partial<Extract<RunCommand, { type: 'ReportState' }>> = {}): RunCommand => ({
  type: 'ReportState',
  importId,
  hash: H1,
  digest: 's1',
  status: 'success',
  percentage: 100,
  message: '',
  messageSlug: '',
  ...over,
})

export const outcome = (position: number, over: Partial<ItemOutcome> = {}): ItemOutcome => ({
  position,
  outcome: 'created',
  reason: null,
  warnings: [],
  id: 40 + position,
  uid: null,
  touched: [['cal_events', 'created', 40 + position]],
  ...over,
})

export const outcomes = (...list: ItemOutcome[]): RunCommand => ({
  type: 'RecordOutcomes',
  importId,
  batch: 0,
  outcomes: list,
})

export const fold = (facts: readonly ImportFact[], from: RunState = initial) => facts.reduce(evolve, from)

export const given = (...past: (ImportFact | RunCommand)[]) => {
  let before: RunState = initial
  for (const step of past) {
    if (!('importId' in step)) throw new Error('not a step')
    const isFact = ['ImportRegistered'].includes(step.type)
    const decision = isFact
      ? { ok: true as const, facts: [step as ImportFact] }
      : decide(step as RunCommand, before)
    if (!decision.ok) throw new Error(`${step.type} was refused: ${decision.refusal.code}`)
    before = fold(decision.facts, before)
  }
  return {
    state: before,
    when: (command: RunCommand) => {
      const decision = decide(command, before)
      const facts = decision.ok ? decision.facts : []
      const after = fold(facts, before)
      return {
        after,
        facts: (...types: string[]) => {
          expect(decision).toMatchObject({ ok: true })
          expect(facts.map(({ type }) => type)).toEqual(types)
          // asked again, an accepted command records nothing
          if (command.type !== 'Register') expect(decide(command, after)).toEqual({ ok: true, facts: [] })
          return facts
        },
        refuses: (code: string) => expect(decision).toEqual({ ok: false, refusal: { code } }),
      }
    },
  }
}

export const running = (run: RunState): Run => {
  if (run.status === 'unknown') throw new Error('no such import')
  return run
}
