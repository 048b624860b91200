import { expect, it } from 'vitest'
import { events, toldOf, wholeDays, type Period, type Told } from './written-out.ts'

const pacific = 'US/Pacific'

const since2002 =
  '2002 2003 2004 2005 2006 2007 2008 2009 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 2022 2023 ' +
  '2024 2025 2026 2027 2028'
const since2006 =
  '2006 2007 2008 2009 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026 2027 2028'

/** The same date in each of the years. */
const onDate = (date: string, years: string): readonly Period[] =>
  years.split(' ').map(year => [`${year}-${date}`, `${year}-${date}`])

/** In a month of each of the years, on a day of its own. */
const onDays = (month: string, years: string, days: string): readonly Period[] => {
  const named = days.split(' ')
  return years.split(' ').map((year, n) => {
    const date = `${year}-${month}-${named[n] ?? 'no day'}`
    return [date, date]
  })
}

const holiday = (title: string, uid: string, days: readonly Period[]): readonly Told[] =>
  events(title, uid, pacific, days)

const easter = (uid: string, day: string) => holiday('Easter', uid, [[day, day]])

/** Holidays in the order of the file, on 2026-11-27: yearly ones until 2028-11-27, so Christmas until 2027. */
const holidays: readonly (readonly Told[])[] = [
  holiday("Veteran's Day", '133EA24B-078D-4933-8E91-A904FA12037B', onDate('11-11', since2002)),
  easter('B438227F-6E9B-433A-A282-C5D0A7BEBA80', '2008-03-23'),
  holiday(
    'Martin Luther King, Jr. Day',
    '70E24990-753D-4DFC-9053-CB7B4627D0CC',
    onDays('01', since2006, '16 15 21 19 18 17 16 21 20 19 18 16 15 21 20 18 17 16 15 20 19 18 17'),
  ),
  holiday('Tax Day', '4A2526B1-DCBB-451E-BB96-878895CA4946', onDate('04-15', since2002)),
  holiday('Groundhog Day', '30366B52-A177-45E6-9C51-70391627BD07', onDate('02-02', since2002)),
  holiday('Cinco de Mayo', '1002175C-4916-46B7-97D6-A36922D243EF', onDate('05-05', since2002)),
  easter('131C076C-6836-4EBA-993A-7CF4880481A5', '2007-04-08'),
  holiday("Valentine's Day", '7694F7CA-1367-47AB-AE20-48054DFB46F9', onDate('02-14', since2002)),
  holiday("Lincoln's Birthday", '00B33BAF-30A0-4C2A-A93A-8236318F8002', onDate('02-12', since2002)),
  // the fourth Thursday, not the last one
  holiday(
    'Thanksgiving',
    'B1221932-07B5-44DC-902C-FB43EEFFC2C4',
    onDays(
      '11',
      since2002,
      '28 27 25 24 23 22 27 26 25 24 22 28 27 26 24 23 22 28 26 25 24 23 28 27 26 25 23',
    ),
  ),
  easter('22834865-F6D6-4D27-8477-6722B1F0663D', '2003-04-20'),
  holiday(
    'Columbus Day',
    'DDACFF0E-F511-4130-9A32-B161E3899265',
    onDays(
      '10',
      since2002,
      '14 13 11 10 09 08 13 12 11 10 08 14 13 12 10 09 08 14 12 11 10 09 14 13 12 11 09',
    ),
  ),
  // no weekday stands in the rule
  holiday(
    'Election Day',
    '7068B764-161E-4869-889F-EAC808CD01A2',
    wholeDays(
      `2004-11 02 03 04 05 06 07 08
       2008-11 02 03 04 05 06 07 08
       2012-11 02 03 04 05 06 07 08
       2016-11 02 03 04 05 06 07 08
       2020-11 02 03 04 05 06 07 08
       2024-11 02 03 04 05 06 07 08
       2028-11 02 03 04 05 06 07 08`,
    ),
  ),
  easter('FA46C0F2-D708-4723-8381-DD0B99C4F92D', '2004-04-11'),
  holiday('Independence Day', '4D036C0C-48BB-4717-A102-133FC28AD7AF', onDate('07-04', since2002)),
  holiday("St. Patrick's Day", 'EBC57F03-F2E3-40EB-A1AF-2B0A6E00A72F', onDate('03-17', since2002)),
  holiday("April Fool's Day", '7D44FD61-C9EB-416A-BB02-DB78BA88ECCD', onDate('04-01', since2002)),
  holiday("Washington's Birthday", '85A26634-913F-464D-AB57-CDBFF9B046D9', onDate('02-22', since2002)),
  holiday('Earth Day', '16DBBB89-88C5-426E-9885-AF8D0BA1FBED', onDate('04-22', since2002)),
  holiday("John F. Kennedy's Birthday", '1B1D5326-A053-40D8-A7E6-950718188862', onDate('05-29', since2002)),
  holiday(
    'Daylight Saving Time Begins',
    '7616272F-EF23-48C6-8936-6B170DBAF221',
    onDays(
      '04',
      since2002,
      '07 06 04 03 02 01 06 05 04 03 01 07 06 05 03 02 01 07 05 04 03 02 07 06 05 04 02',
    ),
  ),
  holiday(
    "Father's Day",
    '47E0B303-7718-4F26-BA03-AD248764FA7B',
    onDays(
      '06',
      since2002,
      '16 15 20 19 18 17 15 21 20 19 17 16 15 21 19 18 17 16 21 20 19 18 16 15 21 20 18',
    ),
  ),
  // the last Monday of May falls on the dates of the last Sunday of October
  holiday(
    'Memorial Day',
    '4EA36692-8E63-4705-9B01-4721A4823ED6',
    onDays(
      '05',
      since2002,
      '27 26 31 30 29 28 26 25 31 30 28 27 26 25 30 29 28 27 25 31 30 29 27 26 25 31 29',
    ),
  ),
  easter('261D52C3-6415-4DAF-838B-A18F9A5E6480', '2002-03-31'),
  easter('7A3005A8-1AF2-4E29-9EBB-F568628B68C0', '2010-04-04'),
  holiday(
    'Daylight Saving Time Ends',
    'AB66D61E-611C-4ADA-9A44-468EBD5B8A80',
    onDays(
      '10',
      since2002,
      '27 26 31 30 29 28 26 25 31 30 28 27 26 25 30 29 28 27 25 31 30 29 27 26 25 31 29',
    ),
  ),
  easter('93AF6778-6B8A-447C-B16F-5EECFDABDF2F', '2005-03-27'),
  holiday("New Year's Day", '02AB18AF-4AB4-4D7E-9593-36027101F945', onDate('01-01', since2006)),
  holiday(
    'Labor Day',
    'D5A701A3-4552-4FE5-AA16-8248793DF333',
    onDays(
      '09',
      since2002,
      '02 01 06 05 04 03 01 07 06 05 03 02 01 07 05 04 03 02 07 06 05 04 02 01 07 06 04',
    ),
  ),
  holiday('Flag Day', '85631789-1E4C-4BC2-B8EE-8F82E15B1E43', onDate('06-14', since2002)),
  easter('E2E9853B-9DA3-4968-882E-E064C6758484', '2006-04-16'),
  holiday('Halloween', '6EBAF33D-C37D-4288-8CDA-F3D0037B7639', onDate('10-31', since2006)),
  holiday(
    "President's Day",
    '6613C392-F3A0-4C71-B6FF-6CFC0247DAB7',
    onDays(
      '02',
      since2002,
      '18 17 16 21 20 19 18 16 15 21 20 18 17 16 15 20 19 18 17 15 21 20 19 17 16 15 21',
    ),
  ),
  holiday(
    'Christmas',
    'A9378BE8-50F0-4E9A-9C0E-2C348FC86DAE',
    onDate('12-25', since2002.replace(' 2028', '')),
  ),
  easter('3214701E-0EB1-45A7-A8D0-0C834EDA2193', '2009-04-12'),
  holiday(
    "Mother's Day",
    'ED5D5811-96FB-4FD1-9AF6-31B0D0311327',
    onDays(
      '05',
      since2002,
      '12 11 09 08 14 13 11 10 09 08 13 12 11 10 08 14 13 12 10 09 08 14 12 11 10 09 14',
    ),
  ),
]

it('05 §8 all events of the holidays of 39, with title, UID, day, zone, all-day and warnings', () => {
  expect(toldOf('39')).toEqual(holidays.flat())
})
