import { inspect } from 'node:util'
import { expect, it, vi } from 'vitest'
import { streamName } from '../../shared/kernel/brands.ts'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import { StoreRefused } from '../../shared/event-store/port.ts'
import { borrowedDouble } from '../support/eventstoredb-double/lent.ts'
import { note } from '../support/note.ts'

const open = (url: string) => openEventStoreDb({ url, warn: () => undefined })

it.each(['', 'http://127.0.0.1', 'esdb://', 'esdb://admin:geheim@'])(
  'the address %j is refused',
  async url => {
    const refused = await open(url).then(
      () => 'accepted',
      (error: unknown) => inspect(error),
    )
    expect(refused).toContain('url: a connection string')
    expect(refused).not.toContain('geheim')
  },
)

it.each([
  ['esdb://a:2113?tls=false&compression=true', 'url: there is no option compression here; there are'],
  ['esdb://a:2113?tls=true&tlsVerifyCert=false', 'url: tlsVerifyCert=false is not possible; name'],
  ['esdb://a:2113?throwOnAppendFailure=false', 'url: there is no option throwOnAppendFailure here'],
  [
    'esdb://a:2113?tlsCAFile=/nowhere/ca.crt',
    'url: tlsCAFile names the file /nowhere/ca.crt, which is not there',
  ],
  [
    'esdb://a:2113?tlsCaFile=%2Fnowhere%2Fca.crt',
    'tlsCAFile names the file /nowhere/ca.crt, which is not there',
  ],
  ['esdb://a:2113?tlsCAFile=/', 'url: tlsCAFile names the file /, which cannot be read (EISDIR)'],
  [
    'esdb://a:2113?tlsCAFile=package.json',
    'tlsCAFile names the file package.json, which holds no certificates',
  ],
  ['esdb://a:2113?userCertFile=package.json', 'url: userCertFile and userKeyFile go together'],
  ['esdb://admin:geheim@a:2113?geheim!', 'url: options as name=value, with & between them'],
])('of the address %s it is told what is wrong', async (url, told) => {
  const said: unknown[] = []
  const warned = vi.spyOn(console, 'warn').mockImplementation(text => void said.push(text))
  const refused = await open(url).then(
    () => 'accepted',
    (error: unknown) => (error instanceof RangeError ? error.message : inspect(error)),
  )
  warned.mockRestore()
  expect(refused).toContain(told)
  expect(refused).not.toContain('geheim')
  // what the driver prints would show the password
  expect(said).toEqual([])
})

it('who may not read or write is refused, not asked to wait', async () => {
  const node = await borrowedDouble()
  const log = await open(node.url)
  await node.control.deny()
  await expect(log.head()).rejects.toBeInstanceOf(StoreRefused)
  await expect(log.append(streamName('note-1'), [note('a')], 'absent')).rejects.toBeInstanceOf(StoreRefused)
  const following = log.follow(null, [], new AbortController().signal)[Symbol.asyncIterator]()
  await expect(following.next()).rejects.toBeInstanceOf(StoreRefused)
  await node.control.clear()
  await log.append(streamName('note-1'), [note('a')], 'absent')
  await log.close()
})

it('the address may have the name of later releases', async () => {
  const node = await borrowedDouble()
  const log = await open(node.url.replace('esdb:', 'kurrentdb:'))
  await log.append(streamName('note-1'), [note('a')], 'absent')
  expect(await log.read(streamName('note-1'))).toMatchObject([{ data: { text: 'a' } }])
  await log.close()
})
