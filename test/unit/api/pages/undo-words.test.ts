import { describe, expect, it } from 'vitest'
import { wayOf } from '../../../../services/api/pages/history/timeline.ts'
import { happened } from '../../../../services/api/pages/history/words.ts'
import { site } from '../../../support/moment.ts'

const told = (source: 'import' | 'operator' | 'worker', correlation: string) =>
  wayOf({ source, correlation }, site).markup.replace(/\s+/g, ' ')

describe('05 §12 who', () => {
  it('the history says what was undone, and what was brought again', () => {
    const link = `<a href="${site.baseUrl}/imports/imp">import imp</a>`
    expect(told('operator', 'imp.1')).toBe(`undone: ${link}`)
    expect(told('import', 'imp.1.1')).toBe(`undone undo: ${link}`)
    expect(told('import', 'imp')).toBe(`<a href="${site.baseUrl}/imports/imp">import</a>`)
  })
  it('no source did it', () => {
    const fact = 'EventRestored'
    expect(happened({ fact, source: 'import', correlation: 'imp' })).toBe('Brought back by the source')
    expect(happened({ fact, source: 'import', correlation: 'imp.1.1' })).toBe('Restored from the trash')
  })

  it('what the service does by itself is no undo, whatever its correlation is called', () => {
    for (const correlation of [
      'item.publish-event-41',
      'subscription.deliver-42652e30a222',
      'contact.forget',
    ])
      expect(told('worker', correlation)).toBe('by itself')
  })
})
