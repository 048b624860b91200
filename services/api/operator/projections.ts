import type { Position } from '../../../shared/kernel/brands.ts'
import { json } from '../platform/answers/answer.ts'
import { required } from '../platform/arguments/arguments.ts'
import { oneLine } from '../platform/arguments/kinds.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

/**
 * Has a read model built anew beside the one that answers; resolves with the number of the new generation, which
 * answers as soon as it has everything. One that is being built already is the answer, or is given up when it is to be
 * superseded: it may have begun with what counts no more. null: there is no such read model.
 */
export type Rebuild = (name: string, superseding?: boolean) => Promise<number | null>

/** A read model: its generations, how far it is in the log, and how it goes. */
export type ReadModelState = {
  readonly name: string
  /** The one that answers, and the one that is being built; null: none is. */
  readonly generation: number
  readonly building: number | null
  readonly position: Position | null
  /** Milliseconds behind; null: it never caught up. */
  readonly lag_ms: number | null
  /** Records that it set aside. */
  readonly parked: number
  readonly state: string
}

export type ProjectionDeskDeps = {
  readonly projections: () => Promise<readonly ReadModelState[]>
  readonly rebuild: Rebuild
}

export const projectionCommands = ({ projections, rebuild }: ProjectionDeskDeps): readonly Route[] => [
  command('projections', {}, async () => json(200, { projections: await projections() })),
  command(
    'rebuild-projection',
    { name: required(oneLine(), { description: 'Name of the read model, with or without its version.' }) },
    async ({ name }) => {
      const generation = await rebuild(name)
      return generation === null
        ? unknown('name', `there is no read model ${name} that could be built anew`)
        : json(200, { name, generation })
    },
  ),
]
