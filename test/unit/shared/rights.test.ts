import { describe, expect, it } from 'vitest'
import { userId } from '../../../shared/kernel/brands.ts'
import { can, canEdit, canRead, scaleStatus, type Capability } from '../../../shared/rights.ts'

const administrator = { id: userId(1), role: 'administrator' } as const
const editor = { id: userId(2), role: 'editor' } as const
const author = { id: userId(3), role: 'author' } as const
const contributor = { id: userId(4), role: 'contributor' } as const
const subscriber = { id: userId(5), role: 'subscriber' } as const
const everybody = [administrator, editor, author, contributor, subscriber, null] as const

const yes = true
const no = false

describe('01 §9 the table', () => {
  const rows: readonly (readonly [Capability, readonly boolean[]])[] = [
    ['create', [yes, yes, yes, yes, no, no]],
    ['publish', [yes, yes, yes, no, no, no]],
    ['edit-others', [yes, yes, no, no, no, no]],
    ['read-others', [yes, yes, no, no, no, no]],
    ['assign-author', [yes, yes, no, no, no, no]],
    ['manage-categories', [yes, yes, yes, no, no, no]],
    ['manage-tags', [yes, yes, no, no, no, no]],
    ['image-by-url', [yes, yes, yes, no, no, no]],
    ['oembed-proxy', [yes, yes, yes, yes, no, no]],
    ['unfiltered-html', [yes, yes, no, no, no, no]],
    ['manage-site', [yes, no, no, no, no, no]],
  ]
  it.each(rows)('%s', (capability, expected) => {
    expect(everybody.map(caller => can(caller, capability))).toEqual(expected)
  })

  it('edit own: contributors only while it is draft or pending', () => {
    const own = (status: 'draft' | 'pending' | 'publish' | 'private') =>
      everybody.map(caller => canEdit(caller, { author: caller?.id ?? userId(0), status }))
    expect(own('draft')).toEqual([yes, yes, yes, yes, no, no])
    expect(own('pending')).toEqual([yes, yes, yes, yes, no, no])
    expect(own('publish')).toEqual([yes, yes, yes, no, no, no])
    expect(own('private')).toEqual([yes, yes, yes, no, no, no])
  })

  it("edit others'", () => {
    expect(everybody.map(caller => canEdit(caller, { author: userId(99), status: 'draft' }))).toEqual([
      yes,
      yes,
      no,
      no,
      no,
      no,
    ])
  })

  it.each(['draft', 'pending', 'future', 'private'] as const)("read others' %s", status => {
    expect(everybody.map(caller => canRead(caller, { author: userId(99), status }))).toEqual([
      yes,
      yes,
      no,
      no,
      no,
      no,
    ])
  })

  it('everybody reads what is published, authors read their own, nobody reads the trash', () => {
    expect(everybody.every(caller => canRead(caller, { author: userId(99), status: 'publish' }))).toBe(true)
    expect(canRead(contributor, { author: userId(4), status: 'draft' })).toBe(true)
    expect(canRead(administrator, { author: userId(1), status: 'trash' })).toBe(false)
  })
})

describe('01 §9 status scaling', () => {
  it.each([
    [author, 'publish', 'create', 'publish'],
    [author, null, 'create', 'publish'],
    [author, null, 'update', null],
    [author, 'future', 'create', 'future'],
    [contributor, 'publish', 'create', 'pending'],
    [contributor, 'future', 'update', 'pending'],
    [contributor, null, 'create', 'draft'],
    [contributor, null, 'update', null],
    [contributor, 'private', 'create', 'private'],
    [contributor, 'draft', 'create', 'draft'],
  ] as const)('%j sends %s on %s', (caller, sent, operation, expected) => {
    expect(scaleStatus(caller, sent, operation)).toBe(expected)
  })
})
