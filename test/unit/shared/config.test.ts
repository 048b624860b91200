import { describe, expect, it } from 'vitest'
import { InvalidConfig, loadConfig } from '../../../shared/config.ts'

const mistakes = (env: Record<string, string>): string => {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof InvalidConfig) return error.message
    throw error
  }
  return ''
}

describe('settings', () => {
  it('have the defaults of .env.example; empty ones count as absent', () => {
    expect(loadConfig({ PORT: '', SITE_URL: '', MONGODB_URL: '' })).toEqual({
      PORT: 8080,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      SITE_NAME: 'Belltower',
      SITE_TIMEZONE: 'UTC',
      ROLE: 'all',
      TRUSTED_PROXIES: [],
      DELIVERY_NETWORKS: [],
      BODIES_MB: 64,
      CACHE_MB: 64,
      SNAPSHOTS: 'on',
      LOG_LEVEL: 'info',
      IMPORT_FILE_ITEMS: 20_000,
      IMPORT_ITEMS: 200_000,
      SEAL_MINUTES: 60,
      SEAL_RECORDS: 1_000,
      SHUTDOWN_MS: 10_000,
      ADMIN_USER: 'admin',
      ADMIN_EMAIL: 'admin@localhost.localdomain',
    })
  })

  it('TRUSTED_PROXIES is a list', () => {
    const { TRUSTED_PROXIES } = loadConfig({ TRUSTED_PROXIES: ' 10.0.0.0/8, ::1,fd00::/8 ' })
    expect(TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1', 'fd00::/8'])
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', ' 80'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'two words'],
    ['HOST', 'host:80'],
    ['HOST', '999.1.1.1'],
    ['HOST', 'host.1'],
    ['HOST', 'fe80::1%eth0'],
    ['DATA_DIR', '  '],
    ['SITE_URL', 'calendar.school.example'],
    ['SITE_URL', 'ftp://school.example'],
    ['SITE_URL', 'https://school.example/?page=1'],
    ['SITE_URL', 'https://school.example/#top'],
    ['SITE_URL', 'https://user:secret@school.example'],
    ['SITE_URL', 'https://школа.example'],
    ['SITE_URL', 'https://school.example/prüfung'],
    ['SITE_NAME', 'two\nlines'],
    ['SITE_TIMEZONE', 'Mars/Olympus'],
    ['COMPATIBILITY', 'two\nlines'],
    ['ROLE', 'reader'],
    ['EVENTSTORE_URL', 'http://admin:secret@db'],
    ['EVENTSTORE_URL', 'esdb://'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['DELIVERY_NETWORKS', 'receiver.example'],
    ['DELIVERY_NETWORKS', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.1,10.0.0'],
    ['TRUSTED_PROXIES', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['SEAL_MINUTES', '-1'],
    ['SEAL_RECORDS', '0'],
    ['SEAL_RECORDS', '5001'],
    ['SHUTDOWN_MS', '0'],
    ['SHUTDOWN_MS', '9999999999'],
    ['SHUTDOWN_MS', '1e3'],
    ['ADMIN_USER', 'a b'],
    ['ADMIN_USER', 'a@b'],
    ['ADMIN_EMAIL', 'nowhere'],
    ['ADMIN_APPLICATION_PASSWORD', 'too-short-secret'],
  ])('%s=%j is refused by its name, without being repeated', (name, value) => {
    const message = mistakes({ [name]: value })
    expect(message.split('\n')).toHaveLength(1)
    expect(message).toMatch(new RegExp(`^${name}: `))
    expect(message.slice(name.length)).not.toContain('secret')
  })

  const servers = {
    EVENTSTORE_URL: 'esdb://admin:secret@log:2113?tls=false',
    MONGODB_URL: 'mongodb+srv://user:secret@documents/belltower',
    REDIS_URL: 'rediss://:secret@queue:6380',
  }

  it.each(['api', 'projections', 'workers'])('the role %s names the servers it lacks', role => {
    expect(loadConfig({ ROLE: role, ...servers })).toMatchObject({ ROLE: role, ...servers })
    const message = mistakes({ ROLE: role, EVENTSTORE_URL: servers.EVENTSTORE_URL, MONGODB_URL: 'secret' })
    expect(message.split('\n').map(line => line.split(':')[0])).toEqual(['MONGODB_URL', 'REDIS_URL'])
    expect(message).not.toContain('secret')
  })

  it.each([
    { EVENTSTORE_URL: servers.EVENTSTORE_URL },
    { EVENTSTORE_URL: servers.EVENTSTORE_URL, MONGODB_URL: servers.MONGODB_URL },
    { EVENTSTORE_URL: 'kurrentdb+discover://log', REDIS_URL: servers.REDIS_URL },
    servers,
  ])('one process may do everything with some servers: %j', given => {
    expect(loadConfig(given)).toMatchObject({ ROLE: 'all', ...given })
  })

  it.each(['MONGODB_URL', 'REDIS_URL'] as const)('%s outlives a log that is embedded', name => {
    expect(mistakes({ [name]: servers[name] })).toBe(
      `EVENTSTORE_URL: ${name} is of use only with a log on a server`,
    )
  })

  it('a host of which no address can be made has one beside it', () => {
    const given = { HOST: 'fe80::1%eth0', SITE_URL: 'https://school.example' }
    expect(loadConfig(given)).toMatchObject(given)
  })

  it('are refused all in one go', () => {
    const message = mistakes({ PORT: 'x', SITE_TIMEZONE: 'x', ROLE: 'x', ADMIN_USER: 'x y' })
    expect(message.split('\n').map(line => line.split(':')[0])).toEqual([
      'PORT',
      'SITE_TIMEZONE',
      'ROLE',
      'ADMIN_USER',
    ])
  })

  it.each([
    ['HOST', '::1'],
    ['HOST', 'localhost'],
    ['SITE_URL', 'https://school.example/calendar/'],
    ['SITE_URL', 'https://xn--80a1acny.example/pr%C3%BCfung'],
    ['SITE_TIMEZONE', 'America/New_York'],
    ['SITE_TIMEZONE', 'UTC+5:30'],
  ])('%s=%j is taken', (name, value) => {
    expect(mistakes({ [name]: value })).toBe('')
  })
})
