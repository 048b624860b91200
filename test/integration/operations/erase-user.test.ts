import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openSqliteLog } from '../../../shared/event-store/sqlite.ts'
import { erasureCodec, erasureStream } from '../../../shared/facts/user.ts'
import { personAt } from '../../support/calendar.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'

const ada = {
  login: 'ada-lovelace',
  email: 'countess@nowhere.example',
  role: 'editor',
  password: 'a password',
}

/** Files of the folder that hold one of the texts, whatever their case. */
const holding = (folder: string, ...texts: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(folder, name)).isFile())
    .filter(name => {
      const bytes = readFileSync(join(folder, name)).toString('latin1').toLowerCase()
      return texts.some(text => bytes.includes(text))
    })

const withAda = async (service: EmbeddedService) => {
  await service.operate('create-user', ada)
  const made = await service.operate('create-application-password', {
    login: ada.login,
    name: 'analytical engine',
  })
  return basic(ada.login, (made.body as { password: string }).password)
}

it('erase-user: nothing in the data folder tells who it was, what was done stays under the number', async () => {
  const service = await embeddedService()
  const { dataDir, ask, operate } = service
  const headers = await withAda(service)
  expect((await ask('POST /cal/events/v1/tags', { body: { name: 'Poetry' }, headers })).status).toBe(201)
  await vi.waitFor(async () => {
    const { passwords } = (await operate('list-application-passwords', { login: ada.login })).body as {
      passwords: readonly unknown[]
    }
    expect(passwords).toMatchObject([{ name: 'analytical engine', last_ip: '127.0.0.1' }])
    expect(passwords).not.toMatchObject([{ last_used: null }])
  })
  expect(holding(dataDir, ada.login)).not.toEqual([])

  expect(await operate('erase-user', { login: ada.login })).toEqual({ status: 200, body: { id: 2 } })
  expect(holding(dataDir, ada.login, ada.email, 'analytical')).toEqual([])
  expect(await ask('GET /', { headers })).toMatchObject({ status: 401, body: { code: 'invalid_username' } })
  expect((await ask('GET /admin/history/tag/1')).body).toMatchObject([{ actor: { id: 2, login: null } }])
  const past = (await ask('GET /admin/history/user/2')).body as readonly object[]
  expect(past[0]).toMatchObject({ fact: 'UserErased', changes: {} })
  expect(past.every(entry => JSON.stringify(entry).includes('"changes":{}'))).toBe(true)
  expect(await operate('erase-user', { login: ada.login })).toMatchObject({ status: 400 })

  // login and address are free again, for somebody else
  expect(await operate('create-user', ada)).toEqual({ status: 200, body: { id: 3 } })
  await service.stop()
  const again = await embeddedService({}, dataDir)
  expect(await again.operate('erase-user', { login: ada.login })).toEqual({ status: 200, body: { id: 3 } })
  expect(holding(dataDir, ada.login, ada.email)).toEqual([])
})

it('the last administrator stays', async () => {
  const { operate } = await embeddedService()
  expect(await operate('erase-user', { login: 'admin' })).toMatchObject({
    status: 400,
    body: { data: { params: { login: 'the last administrator cannot be erased' } } },
  })
})

it('an erasure that was cut short after it was recorded is finished by the next start', async () => {
  const service = await embeddedService()
  const headers = await withAda(service)
  await service.stop()
  const log = await openSqliteLog({ file: join(service.dataDir, 'log.sqlite') })
  const fact = erasureCodec.encode({ type: 'UserErased', userId: 2 })
  const id = '6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c3d'
  await log.append(erasureStream(2), [{ id, ...fact, meta: personAt() }], 'absent')
  await log.close()
  const { ask, operate } = await embeddedService({}, service.dataDir)
  expect(holding(service.dataDir, ada.login, ada.email)).toEqual([])
  expect(await ask('GET /', { headers })).toMatchObject({ status: 401 })
  expect(await operate('create-user', ada)).toMatchObject({ status: 200 })
})
