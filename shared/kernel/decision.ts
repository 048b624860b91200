/** What a decider answers: facts to record, or a refusal the caller can show. */
export type Decision<Fact, Refusal> =
  { readonly ok: true; readonly facts: readonly Fact[] } | { readonly ok: false; readonly refusal: Refusal }

export const record = <Fact>(...facts: Fact[]) => ({ ok: true, facts }) as const
export const nothing = { ok: true, facts: [] } as const
export const refuse = <Refusal>(refusal: Refusal) => ({ ok: false, refusal }) as const

/** A fold and the rules on it. `decide` asked again after its facts were recorded records nothing. */
export type Decider<State, Command, Fact, Refusal> = {
  readonly initial: State
  readonly evolve: (state: State, fact: Fact) => State
  readonly decide: (command: Command, state: State) => Decision<Fact, Refusal>
}

export const unreachable = (value: never): never => {
  throw new Error(`unhandled variant: ${JSON.stringify(value)}`)
}
