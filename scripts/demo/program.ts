// What happens at two made-up schools: weekly things, fixtures, days off. Data only.

export type Weekly = {
  readonly title: string
  /** RFC 5545 weekdays, e.g. `MO,WE`. */
  readonly days: string
  readonly from: string
  readonly to: string
  readonly place: string
  readonly host: string
  readonly category: string
  readonly text: string
}

export type School = {
  readonly key: string
  readonly name: string
  readonly zone: string
  readonly hosts: Readonly<Record<string, string>>
  readonly weekly: readonly Weekly[]
  readonly teams: readonly string[]
  readonly opponents: readonly string[]
  readonly grounds: readonly string[]
  readonly stage: string
  /** [title, month, day, days] with months from 8 (August) to 7 (July of the next year). */
  readonly holidays: readonly (readonly [string, number, number, number])[]
}

const weekly = (
  title: string,
  days: string,
  from: string,
  to: string,
  place: string,
  host: string,
  category: string,
  text: string,
): Weekly => ({ title, days, from, to, place, host, category, text })

const hillside: School = {
  key: 'hillside',
  name: 'Hillside School',
  zone: 'America/New_York',
  hosts: {
    PTA: 'pta@hillside.example',
    'Music Department': 'music@hillside.example',
    Athletics: 'athletics@hillside.example',
    'Library Team': 'library@hillside.example',
    'Science Faculty': 'science@hillside.example',
    'Student Council': 'council@hillside.example',
  },
  weekly: [
    weekly(
      'Breakfast Club',
      'MO,TU,WE,TH,FR',
      '0715',
      '0800',
      'Dining Hall',
      'PTA',
      'Care',
      'Porridge, fruit and a quiet start.',
    ),
    weekly(
      'Homework Club',
      'MO,TU,WE,TH',
      '1530',
      '1645',
      'Library',
      'Library Team',
      'Care',
      'Bring whatever is due tomorrow.',
    ),
    weekly(
      'Swim Practice',
      'MO,WE,FR',
      '0630',
      '0730',
      'Pool',
      'Athletics',
      'Sports',
      'Doors open at 6:15. Caps, please!',
    ),
    weekly(
      'Chess Club',
      'TU',
      '1545',
      '1700',
      'Room 12',
      'Student Council',
      'Clubs',
      'Beginners welcome; clocks for those who dare.',
    ),
    weekly(
      'Robotics Club',
      'TH',
      '1545',
      '1730',
      'Science Lab',
      'Science Faculty',
      'Clubs',
      'Lego, solder & gears: this term a marble sorter.',
    ),
    weekly(
      'Drama Club',
      'WE',
      '1545',
      '1715',
      'Main Hall',
      'Student Council',
      'Clubs',
      'Warm-ups, then scenes for the spring play.',
    ),
    weekly(
      'Jazz Band',
      'MO',
      '1545',
      '1700',
      'Music Room',
      'Music Department',
      'Music',
      'Charts are on the stand.',
    ),
    weekly(
      'Junior Choir',
      'FR',
      '1230',
      '1315',
      'Music Room',
      'Music Department',
      'Music',
      'Songs in four languages.',
    ),
    weekly(
      'Story Time',
      'TU,TH',
      '1015',
      '1045',
      'Library',
      'Library Team',
      'Reading',
      'For the youngest and whoever feels young.',
    ),
    weekly(
      'Art Studio',
      'TH',
      '1545',
      '1715',
      'Room 7',
      'Student Council',
      'Clubs',
      'Aprons are on the hook by the door.',
    ),
    weekly(
      'Debate Society',
      'WE',
      '1600',
      '1730',
      'Room 12',
      'Student Council',
      'Clubs',
      'This house believes in good arguments.',
    ),
    weekly(
      'Garden Group',
      'FR',
      '1530',
      '1630',
      'School Garden',
      'PTA',
      'Clubs',
      'Boots; gloves are in the shed.',
    ),
    weekly(
      'Coding Café',
      'MO',
      '1545',
      '1700',
      'Computer Lab',
      'Science Faculty',
      'Clubs',
      'Games, web pages and the odd bug.',
    ),
    weekly(
      'Cross Country Training',
      'TU,TH',
      '1545',
      '1645',
      'Playing Field',
      'Athletics',
      'Sports',
      'Easy pace on Tuesdays, hills on Thursdays.',
    ),
  ],
  teams: [
    'Girls Soccer',
    'Boys Soccer',
    'Basketball U14',
    'Basketball U16',
    'Volleyball',
    'Baseball',
    'Track & Field',
  ],
  opponents: ['Lakeview', 'St. Anne’s', 'Riverdale', 'North Academy', 'Cedar Park', 'Harbor High'],
  grounds: ['Playing Field', 'Gym', 'Town Stadium'],
  stage: 'Main Hall',
  holidays: [
    ['Labor Day', 9, 7, 1],
    ['Fall Recess', 10, 12, 2],
    ['Thanksgiving Break', 11, 25, 3],
    ['Winter Break', 12, 21, 12],
    ['Martin Luther King Jr. Day', 1, 18, 1],
    ['Mid-Winter Recess', 2, 15, 5],
    ['Spring Break', 4, 5, 5],
    ['Memorial Day', 5, 31, 1],
  ],
}

const lindenhof: School = {
  key: 'lindenhof',
  name: 'Lindenhof-Gymnasium',
  zone: 'Europe/Berlin',
  hosts: {
    Elternbeirat: 'eltern@lindenhof.example',
    Musikfachschaft: 'musik@lindenhof.example',
    Sportfachschaft: 'sport@lindenhof.example',
    'Exchange Office': 'exchange@lindenhof.example',
  },
  weekly: [
    weekly(
      'Frühstückscafé',
      'MO,TU,WE,TH,FR',
      '0715',
      '0745',
      'Mensa',
      'Elternbeirat',
      'Care',
      'Brötchen, Obst, Kakao.',
    ),
    weekly(
      'Schulchor',
      'TU',
      '1400',
      '1530',
      'Aula',
      'Musikfachschaft',
      'Music',
      'Probe für das Adventskonzert.',
    ),
    weekly(
      'Orchester',
      'TH',
      '1400',
      '1600',
      'Aula',
      'Musikfachschaft',
      'Music',
      'Streicher ab 14 Uhr, Bläser ab 15 Uhr.',
    ),
    weekly(
      'Ruder-AG',
      'WE',
      '1430',
      '1630',
      'Bootshaus',
      'Sportfachschaft',
      'Sports',
      'Nur mit Schwimmabzeichen.',
    ),
    weekly(
      'Transatlantic Call',
      'FR',
      '1500',
      '1545',
      'Raum 204',
      'Exchange Office',
      'Exchange',
      'Video call with Hillside School: 9 am there, most of the year.',
    ),
    weekly('Schach-AG', 'MO', '1345', '1500', 'Raum 112', 'Elternbeirat', 'Clubs', 'Für alle Klassen.'),
    weekly(
      'Handball',
      'TU,TH',
      '1530',
      '1700',
      'Turnhalle',
      'Sportfachschaft',
      'Sports',
      'Training der Schulmannschaft.',
    ),
  ],
  teams: ['Handball Mädchen', 'Handball Jungen', 'Rudern'],
  opponents: ['Goethe-Gymnasium', 'Realschule am See', 'Humboldtschule'],
  grounds: ['Turnhalle', 'Bootshaus'],
  stage: 'Aula',
  holidays: [
    ['Herbstferien', 10, 19, 12],
    ['Weihnachtsferien', 12, 23, 12],
    ['Winterferien', 2, 1, 6],
    ['Osterferien', 3, 22, 12],
  ],
}

export const schools: readonly School[] = [hillside, lindenhof]
