import { expect, it } from 'vitest'
import { basic, embeddedService } from '../../support/embedded-service.ts'
import { eventually } from '../../support/eventually.ts'

/** Where a use of an application password comes from, as it is noted; requests are injected from 127.0.0.1. */
const notedAddress = async (proxies: string, forwarded: string) => {
  const { app, operate } = await embeddedService({ TRUSTED_PROXIES: proxies })
  await operate('create-user', { login: 'ada', email: 'ada@school.example', role: 'editor', password: 'x' })
  const made = await operate('create-application-password', { login: 'ada', name: 'app' })
  const headers = basic('ada', (made.body as { password: string }).password)
  await app.inject({ url: '/index.php?rest_route=/', headers: { ...headers, 'x-forwarded-for': forwarded } })
  return eventually(async () => {
    const { body } = await operate('list-application-passwords', { login: 'ada' })
    const [one] = (body as { passwords: readonly { last_ip: string | null }[] }).passwords
    expect(one?.last_ip).not.toBeNull()
    return one?.last_ip
  })
}

it.each([
  ['', '203.0.113.9', '127.0.0.1', 'nobody is trusted'],
  ['10.0.0.0/8', '203.0.113.9', '127.0.0.1', 'the peer is not the trusted one'],
  ['127.0.0.1', '203.0.113.9', '203.0.113.9', 'the peer is trusted'],
  ['127.0.0.0/8', '2001:db8::7', '2001:db8::7', 'the peer is in a trusted network'],
  ['127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9', 'what the caller wrote stands to the left'],
  ['127.0.0.1, 10.0.0.0/8', '198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9', 'a chain of proxies'],
  ['127.0.0.1', 'nonsense', '127.0.0.1', 'a trusted proxy says nonsense'],
])(
  '01 §8.1 TRUSTED_PROXIES=%s, X-Forwarded-For %s: the caller is %s (%s)',
  async (proxies, forwarded, wanted) => {
    expect(await notedAddress(proxies, forwarded)).toBe(wanted)
  },
)
