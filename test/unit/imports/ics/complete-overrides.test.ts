import { expect, it } from 'vitest'
import { events, placesOf, toldOf, type Told } from './written-out.ts'

const ny = 'America/New_York'
const usual = 'Holiday by Wint: Holiday Wint'

/** An evening until after midnight. */
const evening = (uid: string, start: string, end: string, title = usual): readonly Told[] =>
  events(title, `${uid}@google.com`, ny, [[start, end]])

/**
 * Evenings in the order of the file, where the ones of a series stand with the series, by their original dates.
 * Those in UTC are shown in the zone that the file names for itself (05 §8.3).
 */
const evenings: readonly (readonly Told[])[] = [
  // fourth Sundays to 22 December, which is called off by its title alone
  evening('163c5p9hqa8n1ih6guimjd48c2', '2024-07-28 20:00', '2024-07-29 00:00'),
  evening('163c5p9hqa8n1ih6guimjd48c2', '2024-08-25 20:00', '2024-08-26 00:00'),
  evening('163c5p9hqa8n1ih6guimjd48c2', '2024-09-22 20:00', '2024-09-23 00:00'),
  evening('163c5p9hqa8n1ih6guimjd48c2', '2024-10-27 20:00', '2024-10-28 00:00'),
  evening('163c5p9hqa8n1ih6guimjd48c2', '2024-11-24 20:00', '2024-11-25 00:00'),
  evening('163c5p9hqa8n1ih6guimjd48c2', '2024-12-22 20:00', '2024-12-23 00:00', `Canceled ${usual}`),
  evening('30h1l5eogb4635ljquh6h2nq9n', '2025-07-11 20:30', '2025-07-12 00:30'),
  evening('49e4mv5pl79odmq3g7pnjbdoq4', '2025-05-09 20:30', '2025-05-10 00:30'),
  evening('5tjnnc6rkdl2la6b1l23vqv87p', '2025-01-24 20:30', '2025-01-25 00:30'),
  evening('22q7103g7ufgkk1hvtvuncmjrc', '2024-11-30 21:00', '2024-12-01 01:00'),
  evening('257bnpjl1f0c6v2lboi0c5f791', '2026-05-30 21:00', '2026-05-31 01:00'),
  // second Sundays, of which the first and the last have titles of their own
  evening(
    '0s9bflag7the5dp4tpndi01pb5',
    '2024-07-14 20:00',
    '2024-07-15 00:00',
    'Canceled Holiday by Wint: Canceled Holiday Wint',
  ),
  evening('0s9bflag7the5dp4tpndi01pb5', '2024-08-11 20:00', '2024-08-12 00:00'),
  evening('0s9bflag7the5dp4tpndi01pb5', '2024-09-08 20:00', '2024-09-09 00:00'),
  evening('0s9bflag7the5dp4tpndi01pb5', '2024-10-13 20:00', '2024-10-14 00:00'),
  evening('0s9bflag7the5dp4tpndi01pb5', '2024-11-10 20:00', '2024-11-11 00:00'),
  evening('0s9bflag7the5dp4tpndi01pb5', '2024-12-08 20:00', '2024-12-09 00:00', `Canceled ${usual}`),
  evening('0jhppffahffcg4jaenvpgaofrn', '2025-08-30 20:30', '2025-08-31 00:30'),
  evening('1i13l9t7t608u0fjsgnm00h81e', '2025-09-12 20:30', '2025-09-13 00:30'),
  evening('2ub9od1l6fvr7mre3pllqrqjmc', '2025-11-14 20:30', '2025-11-15 00:30'),
  evening('2nqv0hcn284cchu7br67l1ma99', '2025-03-22 20:30', '2025-03-23 00:30'),
  evening('7kmrgutvnan00ggmmv8s5j8dsj', '2025-05-24 20:30', '2025-05-25 00:30'),
  evening('6g8p6k51t70bodqnu766msrq4g', '2025-08-08 20:30', '2025-08-09 00:30'),
  // the second and the third of three are taken out
  evening(
    '5kar2hrk1ct7n0jpn2kld8pf4h',
    '2024-12-14 21:00',
    '2024-12-15 01:00',
    `On termdr of Scie, ${usual}`,
  ),
  evening('6gbprnqc1ic8m01n24uk58f05a', '2025-10-10 20:30', '2025-10-11 00:30'),
  evening('0s6omcn4r4gvne8d40irc0526c', '2025-12-12 20:30', '2025-12-13 00:30'),
  evening('78a16ka275a7b47tnv4l92quge', '2025-02-08 20:30', '2025-02-09 00:30'),
  evening('191q7p4b9rmdn4p8e267ntlvo2', '2025-11-22 20:30', '2025-11-23 00:30'),
  // second Fridays of 2026, ten of them written out for another place; that of April takes place a week before
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-01-09 21:00', '2026-01-10 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-02-13 21:00', '2026-02-14 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-03-13 21:00', '2026-03-14 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-04-03 21:00', '2026-04-04 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-05-08 21:00', '2026-05-09 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-06-12 21:00', '2026-06-13 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-07-10 21:00', '2026-07-11 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-08-14 21:00', '2026-08-15 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-09-11 21:00', '2026-09-12 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-10-09 21:00', '2026-10-10 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-11-13 21:00', '2026-11-14 01:00'),
  evening('4tvi44qlphbnajp7sn526q6elg', '2026-12-11 21:00', '2026-12-12 01:00'),
  evening('67nl3q71c7ist5nbt8p2hk4t56', '2026-08-29 21:00', '2026-08-30 01:00'),
]

it('05 §8.5 all events of the series and overrides of 15, with title, UID, start, end, zone and warnings', () => {
  expect(toldOf('15')).toEqual(evenings.flat())
})

it('05 §8.5 an override at the time of the occurrence it replaces gives it another place', () => {
  expect(placesOf('15', '4tvi44qlphbnajp7sn526q6elg@google.com')).toEqual([
    ['2026-01-09 21:00:00', '496 Soccermee Con'],
    ['2026-02-13 21:00:00', '967 Summerp St'],
    ['2026-03-13 21:00:00', '967 Summerp St'],
    ['2026-04-03 21:00:00', '967 Summerp St'],
    ['2026-05-08 21:00:00', '967 Summerp St'],
    ['2026-06-12 21:00:00', '496 Soccermee Con'],
    ['2026-07-10 21:00:00', '967 Summerp St'],
    ['2026-08-14 21:00:00', '967 Summerp St'],
    ['2026-09-11 21:00:00', '967 Summerp St'],
    ['2026-10-09 21:00:00', '967 Summerp St'],
    ['2026-11-13 21:00:00', '967 Summerp St'],
    ['2026-12-11 21:00:00', '967 Summerp St'],
  ])
})
