import { describe, expect, it } from 'vitest'
import { checksum } from '../../../../shared/event-store/sqlite/record.ts'

describe('the checksum of a record in a file', () => {
  it('is what logs have that were written by earlier releases, whatever letters the record has', () => {
    const id = '00000000-0000-4000-8000-000000000001'
    const body = '{"type":"EventRetitled","data":{"title":"Café 山川 🎻"},"meta":{}}'
    expect(checksum(body, { id, stream: 'event-41', revision: 2, position: 88 })).toBe(438853332)
    expect(checksum(body, { id, stream: 'event-4', revision: 2, position: 88 })).not.toBe(438853332)
  })
})
