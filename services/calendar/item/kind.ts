import type { IdOf } from '../../../shared/facts/id-of.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { ItemAggregate } from './aggregate.ts'

/** What one kind of item brings to the operations all kinds share. */
export type Kind<Values, Fact> = {
  readonly noun: ItemKind
  /** Makes a number from the name of a stream or a claim an id of these. */
  readonly idOf: (id: number) => IdOf<Values>
  readonly aggregate: ItemAggregate<Values, Fact>
  /** The title or name a slug is made from. */
  readonly named: (values: Values) => string
}
