import { expect, it } from 'vitest'
import { trailsOfVersion } from '../../../../shared/documents/trails.ts'

const told = (first: string | null) => {
  const now = { version: first }
  return { ...trailsOfVersion(() => now.version), now }
}
const made = async () => 'made'

it('what was made counts as long as the version is what it was before', async () => {
  const { noting, now } = told('1')
  const { trail } = await noting(made)
  expect(trail.isCurrent()).toBe(true)
  now.version = '2'
  expect(trail.isCurrent()).toBe(false)
})

it('what became another while it was made never counts', async () => {
  const { noting, now } = told('1')
  const { trail } = await noting(async () => {
    now.version = '2'
  })
  expect(trail.isCurrent()).toBe(false)
})

it('where no version is known nothing counts', async () => {
  const { noting, now } = told(null)
  const before = await noting(made)
  now.version = '1'
  const after = await noting(made)
  now.version = null
  expect([before, after].map(({ trail }) => trail.isCurrent())).toEqual([false, false])
})

it('something that no document tells of ends what it belongs to, and what that belongs to', async () => {
  const { noting, include } = told('1')
  let inside: boolean | null = null
  const { trail } = await noting(async () => {
    const inner = await noting(async () => include(null))
    inside = inner.trail.isCurrent()
  })
  const { trail: beside } = await noting(made)
  expect([inside, trail.isCurrent(), beside.isCurrent()]).toEqual([false, false, true])
})

it('something made before that counts no more ends what it is put into', async () => {
  const { noting, include, now } = told('1')
  const { trail: before } = await noting(made)
  const good = await noting(async () => include(before))
  now.version = '2'
  const bad = await noting(async () => include(before))
  now.version = '1'
  expect([good.trail.isCurrent(), bad.trail.isCurrent()]).toEqual([true, false])
})
