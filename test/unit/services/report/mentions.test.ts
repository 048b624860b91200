import { describe, expect, it } from 'vitest'
import { streamName } from '../../../../shared/kernel/brands.ts'
import { isSilent, mentionsOf } from '../../../../services/report/mentions.ts'

describe('where somebody is named', () => {
  it.each(['user-9', 'subscription-ab', 'session-ab', 'secret-1', 'email/anna.bauer'])(
    'nothing is told of %s, whose words are not everybody’s to look for',
    stream => {
      expect(isSilent({ stream: streamName(stream) })).toBe(true)
    },
  )

  it.each(['event-9', 'venue-1', 'term-4', 'importitems-ab/0'])('%s is looked through', stream => {
    expect(isSilent({ stream: streamName(stream) })).toBe(false)
  })

  it('the members are told in which a word stands for itself', () => {
    const mentions = mentionsOf(['anna'])
    expect(mentions({ values: { title: 'With Anna', website: '' }, by: 'joanna' })).toEqual(['title'])
  })
})
