import { describe, expect, it } from 'vitest'
import { sharedService } from '../../../support/embedded-service.ts'

const shared = sharedService({ SITE_NAME: 'Hill & Dale' })
const page = async (url: string, headers: Record<string, string> = { accept: 'text/html' }) => {
  const answer = await shared().app.inject({ url, headers })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

describe('00 §5 pages of unknown items', () => {
  it('a browser gets a page that says so', async () => {
    const { status, headers, text } = await page('/nothing/here/')
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(text).toContain('<title>Page not found · Hill &amp; Dale</title>')
  })
  it.each([
    '/assets/x/nothing.css',
    '/media/nothing.jpg',
    '/event/nothing/ical/',
    '/events/category/nothing/ical/',
    '/events/tag/nothing/ical',
  ])('%s, which a route of its own looks for: the same page', async path => {
    const { status, text } = await page(path)
    expect(status).toBe(404)
    expect(text).toContain('<title>Page not found · Hill &amp; Dale</title>')
  })
  it('everybody else hears it in JSON', async () => {
    const { status, headers } = await page('/nothing/here/', {})
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=UTF-8'])
  })
  it('runs nothing and loads nothing from elsewhere', async () => {
    const { headers } = await page('/nothing/here/')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
  })
})

describe('files of the pages', () => {
  it('are kept for ever under an address that changes with them', async () => {
    const { text } = await page('/nothing/here/')
    const path = /href="(\/assets\/[^"]*site\.css)"/.exec(text)?.[1] ?? ''
    const { status, headers } = await page(path)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/css; charset=UTF-8',
      'public, max-age=31536000, immutable',
    ])
  })
  it.each(['/assets/x/nothing.css', '/assets/x/..%2fserve.ts'])('%s is none', async path => {
    expect((await page(path, {})).status).toBe(404)
  })
})
