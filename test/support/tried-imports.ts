import { expect } from 'vitest'
import type { HttpFetcher } from '../../shared/http-fetcher.ts'
import type { EmbeddedService } from './embedded-service.ts'

type Pair = readonly [before: unknown, after: unknown]
type Members = Readonly<Record<string, Pair>>

type Told = {
  readonly position: number
  readonly outcome: string
  readonly reason: string | null
  readonly warnings: readonly string[]
  readonly id: number | null
  readonly uid: string | null
  readonly title: string
}

type Tried = Told & {
  readonly told: readonly string[]
  readonly changes: readonly {
    readonly type: string
    readonly id: number | null
    readonly name: string
    readonly members: Members
  }[]
}

export type TriedImport = {
  readonly plan: string
  readonly status: string
  readonly reason: string | null
  readonly outcomes: Readonly<Record<string, number>>
  readonly reasons: object
  readonly warnings: object
  readonly items: readonly Tried[]
}

export type AppliedImport = Omit<TriedImport, 'plan' | 'items'> & {
  readonly import_id: string
  readonly items: readonly Told[]
}

const someText: unknown = expect.any(String)
const someId: unknown = expect.any(Number)

/** No address is one of a picture: what cannot be fetched differs from what was not. */
export const noFetcher: HttpFetcher = {
  allows: () => false,
  fetch: async () => ({ ok: false, reason: 'unreachable' }),
}

type Given = Readonly<Record<string, unknown>>

/** What an import by the operator would do. */
export const tried = async ({ operate }: EmbeddedService, given: Given): Promise<TriedImport> => {
  const { status, body } = await operate('import-file', { ...given, dry_run: true })
  expect([status, body]).toEqual([200, expect.anything()])
  return body as TriedImport
}

/** The record of the same import when it is over. */
export const applied = async ({ ask, operate }: EmbeddedService, given: Given): Promise<AppliedImport> => {
  const { status, body } = await operate('import-file', given)
  expect([status, body]).toEqual([200, { import_id: someText }])
  const { import_id: id } = body as { readonly import_id: string }
  const progress = async () =>
    (await ask(`GET /admin/imports/${id}/progress`)).body as { readonly status: string }
  await expect
    .poll(async () => (await progress()).status, { timeout: 60_000, interval: 20 })
    .not.toBe('pending')
  return (await operate('show-import', { import_id: id })).body as AppliedImport
}

type Entry = { readonly correlation: string; readonly changes: Members }

const without = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('importId' in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'importId'))
}

const isSomething = (value: unknown) =>
  value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)

/** What an import changed of an event, from its history: as a dry run tells it, but ids for names. */
export const historyOf = async (
  { ask }: EmbeddedService,
  importId: string,
  id: number,
): Promise<Record<string, Pair>> => {
  const entries = (await ask(`GET /admin/history/event/${id}?limit=1000`)).body as readonly Entry[]
  const changes: Record<string, Pair> = {}
  const mine = entries.filter(({ correlation }) => correlation === importId).toReversed()
  for (const entry of mine)
    for (const [member, [before, after]] of Object.entries(entry.changes))
      changes[member] = [(changes[member] ?? [before])[0], after]
  const isNew = mine.length === entries.length
  return Object.fromEntries(
    Object.entries(changes)
      .map(([member, [before, after]]): [string, Pair] => [member, [without(before), without(after)]])
      .filter(
        ([member, [before, after]]) =>
          !['slug', 'publishedAt'].includes(member) &&
          JSON.stringify(before) !== JSON.stringify(after) &&
          (!isNew || isSomething(after)),
      ),
  )
}

/** Ids of what is named; any, of what would be made. */
const idsIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(idsIn)
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return value
  return value.id ?? someId
}

/** Changes of a dry run with ids for names. */
export const withIds = (members: Members): Record<string, Pair> =>
  Object.fromEntries(
    Object.entries(members).map(([member, [before, after]]) => [member, [idsIn(before), idsIn(after)]]),
  )
