import { expect } from 'vitest'
import type { Decider } from '../../shared/kernel/decision.ts'

/**
 * given(facts).when(command).then(facts) | .refuses(code). Every accepted command is asked once more and must not
 * record anything: then() expects it to be answered as already so, thenOnce() expects that refusal instead.
 */
export const specify = <State, Command, Fact, Refusal extends { readonly code: string }>(
  decider: Pick<Decider<State, Command, Fact, Refusal>, 'initial' | 'evolve' | 'decide'>,
) => ({
  given: (...past: readonly Fact[]) => ({
    when: (command: Command) => {
      const before = past.reduce(decider.evolve, decider.initial)
      const decision = decider.decide(command, before)
      const again = (facts: readonly Fact[]) => decider.decide(command, facts.reduce(decider.evolve, before))
      return {
        then: (...expected: readonly Fact[]) => {
          expect(decision).toEqual({ ok: true, facts: expected })
          expect(again(expected)).toEqual({ ok: true, facts: [] })
        },
        thenOnce: (code: Refusal['code'], ...expected: readonly Fact[]) => {
          expect(decision).toEqual({ ok: true, facts: expected })
          expect(again(expected)).toMatchObject({ ok: false, refusal: { code } })
        },
        refuses: (code: Refusal['code']) => {
          expect(decision).toMatchObject({ ok: false, refusal: { code } })
        },
      }
    },
  }),
})
