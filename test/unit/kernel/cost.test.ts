import { describe, expect, it } from 'vitest'
import { parseCost } from '../../../shared/kernel/cost.ts'

const dollar = { symbol: '$', position: 'prefix', code: 'USD' }
const shown = (sent: string | number | readonly (string | number)[]) => {
  const { display, symbol, position, values } = parseCost([sent].flat().join(', '), null, dollar)
  return [display, values, symbol, position]
}

describe('cost (spec 02 §5)', () => {
  it.each([
    ['10', ['$10', ['10'], '', '']],
    [10, ['$10', ['10'], '', '']],
    ['$10', ['$10', ['10'], '$', 'prefix']],
    ['€10', ['€10', ['10'], '€', 'prefix']],
    ['USD 10', ['USD10', ['10'], 'USD', 'prefix']],
    ['10€', ['10€', ['10'], '€', 'postfix']],
    ['10 EUR', ['10EUR', ['10'], 'EUR', 'postfix']],
    ['10.50', ['$10.50', ['10.50'], '', '']],
    ['1,000.50', ['$1000.50', ['1000.50'], '', '']],
    ['1.234,50', ['$1234.50', ['1234.50'], '', '']],
    ['12,50', ['$12.50', ['12.50'], '', '']],
    ['1,000', ['$1000', ['1000'], '', '']],
    ['1,000,000', ['$1000000', ['1000000'], '', '']],
    ['1.000.000', ['$1000000', ['1000000'], '', '']],
    ['1.234', ['$1.234', ['1.234'], '', '']],
    ['10-20', ['$10 – $20', ['10', '20'], '', '']],
    [
      [10, 20],
      ['$10 – $20', ['10', '20'], '', ''],
    ],
    [
      ['10', 20],
      ['$10 – $20', ['10', '20'], '', ''],
    ],
    ['£5 - £7', ['£5 – £7', ['5', '7'], '£', 'prefix']],
    ['$5 - $10', ['$5 – $10', ['5', '10'], '$', 'prefix']],
    ['5, 10, 15', ['$5 – $15', ['5', '10', '15'], '', '']],
    ['20-10', ['$10 – $20', ['10', '20'], '', '']],
    ['100, 20, 3', ['$3 – $100', ['3', '20', '100'], '', '']],
    ['0', ['Free', ['0'], '', '']],
    [0, ['Free', ['0'], '', '']],
    ['0.00', ['Free', ['0'], '', '']],
    ['Free', ['Free', ['0'], '', '']],
    ['FREE', ['FREE', ['0'], '', '']],
    ['0-10', ['Free – $10', ['0', '10'], '', '']],
    ['Donation $5', ['Donation $5', ['5'], 'Donation $', 'prefix']],
    ['ask at the door', ['ask at the door', [], '', '']],
    ['', ['', [], '', '']],
    [7.5, ['$7.5', ['7.5'], '', '']],
    ['5 per child', ['5 per child', ['5'], 'per child', 'postfix']],
    ['Adults $10, kids $5', ['Adults $10, kids $5', ['5', '10'], '', '']],
    ['10 – 20 EUR', ['10EUR – 20EUR', ['10', '20'], 'EUR', 'postfix']],
    ['5 - 5', ['$5', ['5'], '', '']],
  ] as const)('%j', (sent, expected) => {
    expect(shown(sent)).toEqual(expected)
  })

  it.each([
    '10',
    '$10',
    'USD 10',
    '10 EUR',
    '1.234,50',
    '10-20',
    '£5 - £7',
    '0',
    'Free',
    '0-10',
    'Donation $5',
    'Adults $10, kids $5',
    '5 per child',
    '$0 - $5',
    'Free, 5€',
  ])('writing a read cost back keeps it: %s', text => {
    const { display, values } = parseCost(text, null, dollar)
    const again = parseCost(display, null, dollar)
    expect([again.display, again.values]).toEqual([display, values])
  })

  it('shows the currency of the source, the sign in the text first', () => {
    const euro = { symbol: '€', position: 'postfix', code: 'EUR' }
    expect(parseCost('10', euro, dollar)).toEqual({ ...euro, display: '10€', values: ['10'] })
    expect(parseCost('£10', euro, dollar).display).toBe('£10')
    expect(parseCost('10', null, { ...dollar, position: 'postfix' }).display).toBe('10$')
  })
  it('shows what the source leaves open as the site has it', () => {
    const postfixed = { symbol: 'kr', position: 'postfix', code: 'SEK' }
    expect(parseCost('10', { symbol: '', position: 'postfix', code: '' }, dollar).display).toBe('10$')
    expect(parseCost('10', { symbol: '', position: 'prefix', code: 'SEK' }, postfixed).display).toBe('kr10')
    expect(parseCost('10', { symbol: '€', position: '', code: '' }, postfixed).display).toBe('10€')
    // no dollar sign on an amount in euros
    expect(parseCost('10', { symbol: '', position: '', code: 'EUR' }, dollar).display).toBe('10')
  })
})
