import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { userId, type UserId } from '../../../shared/kernel/brands.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Filter } from '../../../shared/documents/port.ts'
import { ItemStatus } from '../../../shared/facts/common.ts'
import { Role } from '../../../shared/facts/user.ts'
import {
  canEdit,
  canOpen,
  canRead,
  isPublic,
  listable,
  listableFilter,
  openFilter,
  type Principal,
} from '../../../shared/rights.ts'

type Stored = {
  readonly _id: number
  readonly author: UserId
  readonly status: ItemStatus
  readonly was: ItemStatus | null
  readonly protected: boolean
}

const live = ItemStatus.options.filter(status => status !== 'trash')
const USERS = [1, 2, 3].map(userId)

const principal: fc.Arbitrary<Principal> = fc.option(
  fc.record({ id: fc.constantFrom(...USERS), role: fc.constantFrom(...Role.options) }),
)
/** In the trash an item has the status that it had before, elsewhere none. */
const lifecycle = fc.oneof(
  fc.record({ status: fc.constantFrom(...live), was: fc.constant(null) }),
  fc.record({ status: fc.constant<ItemStatus>('trash'), was: fc.constantFrom(...live) }),
)
const items: fc.Arbitrary<readonly Stored[]> = fc
  .array(fc.tuple(lifecycle, fc.constantFrom(...USERS, userId(9)), fc.boolean()), { maxLength: 60 })
  .map(all =>
    all.map(([life, author, isProtected], _id) => ({ _id, author, ...life, protected: isProtected })),
  )
const statuses = fc.subarray([...ItemStatus.options])

const isListable = (who: Principal, item: Stored, asked: readonly ItemStatus[]): boolean =>
  asked.includes(item.status) && (item.status === 'trash' ? canEdit(who, item) : canRead(who, item))

/** Ids of the documents that a filter finds. */
const finder = async (all: readonly Stored[]) => {
  const collection = await memoryDocuments({ strict: true }).collection<Stored>({
    name: 'items',
    indexes: [],
  })
  await collection.bulkWrite(
    all.map(one => ({ replaceOne: { filter: { _id: one._id }, replacement: one, upsert: true } })),
  )
  return async (filter: Filter | null) =>
    filter === null ? [] : (await collection.find(filter, { sort: { _id: 1 } })).map(({ _id }) => _id)
}
const idsOf = (all: readonly Stored[]) => all.map(({ _id }) => _id)

describe('01 §9 predicates on an item and filters of documents say the same', () => {
  it('what a list may hold', async () => {
    await fc.assert(
      fc.asyncProperty(items, principal, statuses, async (all, who, asked) => {
        const found = await finder(all)
        const expected = idsOf(all.filter(item => isListable(who, item, asked)))
        expect(await found(listableFilter(who, asked))).toEqual(expected)
        const { everybodys, own } = listable(who, asked)
        const parts = [...(await found({ status: { $in: everybodys } })), ...(await found(own))]
        expect(parts.sort((a, b) => a - b)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('01 §9.1 what is opened', async () => {
    await fc.assert(
      fc.asyncProperty(items, principal, async (all, who) => {
        const found = await finder(all)
        expect(await found(openFilter(who))).toEqual(idsOf(all.filter(item => canOpen(who, item))))
      }),
      { numRuns: 500 },
    )
  })

  it('what is public is what a guest reads and opens', () => {
    fc.assert(
      fc.property(items, all => {
        for (const item of all)
          expect(isPublic({ status: item.status, password: item.protected ? 'secret' : '' })).toBe(
            canRead(null, item) && canOpen(null, item),
          )
      }),
    )
  })

  it('who edits what is not in the trash reads it, too', () => {
    fc.assert(
      fc.property(items, principal, (all, who) => {
        for (const item of all.filter(({ status }) => status !== 'trash'))
          if (canEdit(who, item)) expect(canRead(who, item)).toBe(true)
      }),
    )
  })
})
