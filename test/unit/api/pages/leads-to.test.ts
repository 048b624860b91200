import { describe, expect, it } from 'vitest'
import { originOf, wrongWith } from '../../../../services/api/pages/authorize/leads-to.ts'

describe('01 §8.3 URL check', () => {
  it.each([
    ['https://app.example/done?x=1#y', 'https://app.example'],
    ['https://app.example:8443/', 'https://app.example:8443'],
    ['HTTPS://App.Example/', 'https://app.example'],
    ['https://xn--caf-dma.example/', 'https://xn--caf-dma.example'],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]'],
    ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
    ['http://[::1]:9000/', 'http://[::1]:9000'],
    ['myapp://done', 'myapp:'],

    ['school2app://done', 'school2app:'],
    ['com.example.app://done', 'com.example.app:'],
    ['io.github.some-body.tool://x', 'io.github.some-body.tool:'],
  ])('%s: %s', (address, origin) => {
    const wrong = wrongWith(address, 'school.example')
    expect(wrong).toBeNull()
    expect(originOf(address)).toBe(origin)
  })

  it.each(
    [
      ...['javascript', 'data', 'file', 'ftp', 'ftps', 'ws', 'wss', 'vbscript', 'intent', 'blob', 'about'],
      ...['mailto', 'tel', 'sms', 'view-source', 'filesystem', 'jar', 'chrome', 'chrome-extension', 'edge'],
      ...['moz-extension', 'resource', 'res', 'mhtml', 'ms-settings', 'ms-officecmd', 'search-ms', 'shell'],
      ...['android-app', 'market', 'itms-apps', 'facetime', 'ssh', 'git', 'ldap', 'gopher', 'urn', 'cid'],
      ...['webcal', 'web+app', 'content', 'x-app', 'steam', 'slack', 'skype', 'smb', 'telnet', 'ni', 'feed'],
    ].flatMap(scheme => [`${scheme}://host/x`, `${scheme.toUpperCase()}://host/x`, ` ${scheme}:\t//host/x`]),
  )('%s: no', address => {
    expect(wrongWith(address, 'school.example')).not.toBeNull()
    expect(wrongWith(address, 'localhost')).not.toBeNull()
  })

  it.each([
    ...['app://done', 'schoolapp2://done', 'com..example://x', '.app://x', 'my-app://x'],
    ...['', 'nonsense', '/done', '//app.example/', 'https:', 'https:///', 'myapp:done', 'myapp:/done'],
    ...['com.example.app:done', 'https://user@app.example/', 'https://:secret@app.example/', 'myapp://a@b/'],
    ...['https://app.example;sandbox/', "https://app.example'/", 'https://app example/', 'https://*/'],
    ...['http://app.example/', 'http://localhost/', 'http://127.0.0.1.evil.example/', 'http://127.0.0.2/'],
    `https://app.example/${'x'.repeat(2_048)}`,
  ])('%j: no', address => {
    expect(wrongWith(address, 'school.example')).not.toBeNull()
  })
})
