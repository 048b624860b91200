import { expect, it } from 'vitest'
import { plainForwarded } from '../../../../services/api/platform/request/forwarded.ts'

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:567', '1.2.3.4'],
  [' 1.2.3.4:567 ,5.6.7.8:9', '1.2.3.4, 5.6.7.8'],
  ['[2001:db8::1]:567', '2001:db8::1'],
  ['[2001:DB8:0:0::1]', '2001:db8::1'],
  ['"[2001:db8::1]:567"', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
  ['"1.2.3.4"', '1.2.3.4'],
  ['unknown', 'unknown'],
  ['_hidden:1', '_hidden:1'],
  ['', ''],
  ['1.2.3.4:http', '1.2.3.4:http'],
  ['[', '['],
])('X-Forwarded-For: %s is %s', (header, plain) => {
  expect(plainForwarded(header)).toBe(plain)
})
