import { RevisionConflict, type Appended, type Position } from '../port.ts'
import { CONFLICT, STRIDE, type Group, type Outcomes, type Request } from './protocol.ts'
import type { Packed } from './record.ts'

/** One durable record as it was acknowledged, not yet decoded. */
export type Landed = {
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly id: string
  readonly body: string
}

type Settle<Result> = {
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}
/** All of them are made or none; the last one is asked about. */
export type AppendTask = Settle<Appended> & { readonly parts: readonly Packed[] }
export type OtherTask = Settle<boolean> & { readonly request: Request }

export const isAppend = (task: AppendTask | OtherTask): task is AppendTask => 'parts' in task

export const groupOf = (tasks: readonly AppendTask[], at: number): Group => {
  const all = tasks.flatMap(({ parts }) => parts)
  return {
    at,
    streams: all.map(({ stream }) => stream),
    expected: all.map(({ expected }) => expected),
    counts: all.map(({ ids }) => ids.length),
    follows: tasks.flatMap(({ parts }) => parts.map((_, index) => index > 0)),
    lifetimes: all.map(({ lifetime }) => lifetime),
    ids: all.flatMap(({ ids }) => ids),
    bodies: all.flatMap(({ bodies }) => bodies),
  }
}

export const landedOf = (
  tasks: readonly AppendTask[],
  { revisions, positions, written }: Outcomes,
): Landed[] =>
  tasks
    .flatMap(({ parts }) => parts)
    .flatMap(({ stream, ids, bodies }, index) => {
      if (written[index] !== true) return []
      const [revision, position] = [revisions[index] ?? 0, positions[index] ?? 0]
      return ids.map((id, i) => {
        const back = ids.length - 1 - i
        return {
          stream,
          revision: revision - back,
          position: position - back * STRIDE,
          id,
          body: bodies[i] ?? '',
        }
      })
    })

/** Tells each task what became of its parts. */
export const settle = (tasks: readonly AppendTask[], { revisions, positions }: Outcomes): void => {
  let next = 0
  for (const { parts, resolve, reject } of tasks) {
    const first = next
    next += parts.length
    const refused = parts.find((_, index) => revisions[first + index] === CONFLICT)
    if (refused !== undefined) reject(new RevisionConflict(refused.stream))
    else resolve({ revision: revisions[next - 1] ?? 0, position: positions[next - 1] ?? 0 })
  }
}

export const bytesOf = ({ parts }: AppendTask): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)
