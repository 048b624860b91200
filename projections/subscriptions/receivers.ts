import type { IsoTime } from '../../shared/kernel/brands.ts'

/** How those who are told what happens are, all together. */
export type Receivers = {
  /** How many take what they are told; take nothing just now; were paused by somebody; were given up. */
  readonly taking: number
  readonly failing: number
  readonly paused: number
  readonly givenUp: number
  /** Items of which something is refused, but by those who are paused. */
  readonly waiting: number
  /** Since when (ISO instant) something is to be told that was not taken, the oldest of all; null: everything was. */
  readonly since: IsoTime | null
}

/** Of a subscription as it is shown. */
type Told = {
  readonly status: 'active' | 'paused' | 'given up'
  readonly failing: { readonly since: IsoTime } | null
  readonly waiting: readonly { readonly since: IsoTime }[]
  readonly rests: { readonly at: IsoTime } | null
}

/** Since when something is not taken; who is paused is not told anything. */
const sinces = ({ status, failing, waiting, rests }: Told): readonly IsoTime[] => {
  if (status === 'paused') return []
  const found = [...(failing === null ? [] : [failing.since]), ...waiting.map(({ since }) => since)]
  return status === 'given up' && rests !== null ? [...found, rests.at] : found
}

/** Subscriptions in figures. */
export const receiversIn = (all: readonly Told[]): Receivers => {
  const asked = all.filter(({ status }) => status !== 'paused')
  const active = all.filter(({ status }) => status === 'active')
  const failing = active.filter(one => one.failing !== null).length
  return {
    ...{ taking: active.length - failing, failing },
    paused: all.length - asked.length,
    givenUp: all.filter(({ status }) => status === 'given up').length,
    waiting: asked.reduce((sum, { waiting }) => sum + waiting.length, 0),
    since: all.flatMap(sinces).sort()[0] ?? null,
  }
}
