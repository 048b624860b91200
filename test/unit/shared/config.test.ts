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
      LOG_LEVEL: 'info',
      SHUTDOWN_MS: 10_000,
      ADMIN_USER: 'admin',
      ADMIN_EMAIL: 'admin@localhost.localdomain',
    })
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
    ['DATA_DIR', '  '],
    ['SITE_URL', 'calendar.school.example'],
    ['SITE_URL', 'ftp://school.example'],
    ['SITE_URL', 'https://school.example/?page=1'],
    ['SITE_URL', 'https://school.example/#top'],
    ['SITE_URL', 'https://user:secret@school.example'],
    ['SITE_NAME', 'two\nlines'],
    ['SITE_TIMEZONE', 'Mars/Olympus'],
    ['ROLE', 'api'],
    ['EVENTSTORE_URL', 'esdb://db'],
    ['MONGODB_URL', 'mongodb://db'],
    ['REDIS_URL', 'redis://db'],
    ['LOG_LEVEL', 'loud'],
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
    ['SITE_TIMEZONE', 'America/New_York'],
    ['SITE_TIMEZONE', 'UTC+5:30'],
  ])('%s=%j is taken', (name, value) => {
    expect(mistakes({ [name]: value })).toBe('')
  })
})
