import { REDRAW } from '../../../shared/kernel/text/without-controls.ts'

export type ProgressState = {
  readonly done: number
  readonly total: number
  /** Milliseconds since the first item was sent. */
  readonly elapsedMs: number
}

const duration = (seconds: number): string =>
  seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.ceil(seconds % 60)} s`

/** One line: bar, count, items per second, remaining time. Pure; the caller knows the terminal. */
export const progressLine = ({ done, total, elapsedMs }: ProgressState, width = 30): string => {
  const share = total === 0 ? 1 : done / total
  const filled = Math.round(share * width)
  const rate = elapsedMs > 0 ? (done / elapsedMs) * 1_000 : 0
  const left = done >= total ? 'done' : rate === 0 ? 'waiting' : `${duration((total - done) / rate)} left`
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${done}/${total} items  ${Math.round(rate)}/s  ${left}`
}

export type ProgressPrinter = { readonly show: (state: ProgressState) => void; readonly end: () => void }

/** Redraws one line on a terminal; elsewhere prints a line every two seconds and the last one. */
export const progressPrinter = (stream: {
  readonly isTTY?: boolean
  write: (text: string) => unknown
}): ProgressPrinter => {
  let shownAt = -Infinity
  let pending: string | null = null
  return {
    show: state => {
      const line = progressLine(state)
      if (stream.isTTY === true) stream.write(`${REDRAW}${line}`)
      else if (state.elapsedMs - shownAt >= 2_000) {
        shownAt = state.elapsedMs
        pending = null
        stream.write(`${line}\n`)
        return
      }
      pending = line
    },
    end: () => {
      if (stream.isTTY === true) stream.write('\n')
      else if (pending !== null) stream.write(`${pending}\n`)
    },
  }
}
