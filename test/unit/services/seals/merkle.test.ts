import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { merkleTree } from '../../../../shared/kernel/merkle.ts'

const hex = (...leaves: readonly string[]): string => {
  const tree = merkleTree()
  for (const leaf of leaves) tree.add(Buffer.from(leaf, 'hex'))
  return tree.root().toString('hex')
}
const sha = (text: string): string => createHash('sha256').update(Buffer.from(text, 'hex')).digest('hex')
const leaf = (text: string): string => sha(`00${text}`)
const node = (left: string, right: string): string => sha(`01${left}${right}`)

it('is that of RFC 6962 §2.1', () => {
  expect(hex()).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(hex('')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  expect(hex('aa')).toBe(leaf('aa'))
  expect(hex('aa', 'bb')).toBe(node(leaf('aa'), leaf('bb')))
  expect(hex('aa', 'bb', 'cc')).toBe(node(node(leaf('aa'), leaf('bb')), leaf('cc')))
  const four = node(node(leaf('aa'), leaf('bb')), node(leaf('cc'), leaf('dd')))
  expect(hex('aa', 'bb', 'cc', 'dd', 'ee')).toBe(node(four, leaf('ee')))
  const two = node(leaf('ee'), leaf('ff'))
  expect(hex('aa', 'bb', 'cc', 'dd', 'ee', 'ff')).toBe(node(four, two))
  expect(hex('aa', 'bb', 'cc', 'dd', 'ee', 'ff', '00')).toBe(node(four, node(two, leaf('00'))))
})

it('is another one for other leaves, another order and another number', () => {
  const roots = [['aa', 'bb'], ['bb', 'aa'], ['aa'], ['aa', 'bb', 'bb'], ['aa', 'bc']].map(leaves =>
    hex(...leaves),
  )
  expect(new Set(roots).size).toBe(roots.length)
})

it('says of each number of leaves what their root is, and goes on growing', () => {
  const tree = merkleTree()
  for (const text of ['aa', 'bb', 'cc']) {
    tree.add(Buffer.from(text, 'hex'))
    tree.root()
  }
  expect(tree.root().toString('hex')).toBe(hex('aa', 'bb', 'cc'))
})
