/** A setting as people read it; `about`: what depends on it. */
export type Setting = { readonly name: string; readonly label: string; readonly about: string }

export type Group = { readonly id: string; readonly heading: string; readonly settings: readonly Setting[] }

const group = (id: string, heading: string, rows: readonly (readonly [string, string, string])[]): Group => ({
  ...{ id, heading },
  settings: rows.map(([name, label, about]) => ({ name, label, about })),
})

/** Words of choices, where what is stored is none. */
export const choiceWords = new Map([
  ['on', 'On'],
  ['off', 'Off'],
  ['auto', 'As the address allows: on with https'],
  ['posts', 'Latest posts'],
  ['page', 'A page'],
  ['prefix', 'Before the amount'],
  ['postfix', 'Behind the amount'],
  ['list', 'List'],
  ['month', 'Month'],
  ['day', 'Day'],
  ['publish', 'Published'],
  ['pending', 'Waiting for approval'],
  ['draft', 'Draft'],
  ['private', 'Private'],
  ['overwrite', 'What the source says'],
  ['preserve_changes', 'What the source says, but for what people changed'],
  ['retain', 'As they are here'],
  ['MDY', 'Month, day, year'],
  ['DMY', 'Day, month, year'],
  ['YMD', 'Year, month, day'],
])

/** Every setting of `set-option` (spec 00 §7), in the order of the page. */
export const groups: readonly Group[] = [
  group('site', 'The site', [
    ['name', 'Name', 'Stands at the top of every page, in feeds and in the index of the interface.'],
    ['description', 'Description', 'Stands at the foot of every page, and in the index. May be empty.'],
    [
      'url',
      'Address of this service',
      'Every link begins with it; texts that are kept are made anew, which takes a while.',
    ],
    ['home', 'Address of the home page', 'Where the school is at home, as programs are told.'],
  ]),
  group('clock', 'Dates and times', [
    [
      'timezone_string',
      'Time zone',
      'Of new events and of every clock on pages, e.g. America/New_York. Empty: the offset counts. Texts that are kept are made anew.',
    ],
    ['gmt_offset', 'Offset from UTC in hours', 'Counts only without a time zone.'],
    [
      'start_of_week',
      'First day of the week',
      '0 is Sunday, 1 is Monday: the columns of the view of a month.',
    ],
    ['date_format', 'How dates are written', 'In letters of the known formats, e.g. F j, Y or d.m.Y.'],
    ['time_format', 'How times are written', 'In letters of the known formats, e.g. g:i a or H:i.'],
  ]),
  group('calendar', 'The calendar', [
    ['enabled_views', 'Views', 'Those that visitors have: list, month, day.'],
    ['default_view', 'View at first', 'What /events/ shows; one of the views above.'],
    ['per_page', 'Events on a page', 'Of lists and of answers to programs that do not say.'],
    ['currency_symbol', 'Sign of the currency', 'Beside costs. Texts that are kept are made anew.'],
    ['currency_code', 'Code of the currency', 'Told to search engines and programs, e.g. USD.'],
    ['currency_position', 'Place of the sign', 'Of costs that do not say it themselves.'],
    ['map_link_template', 'Link to a map', 'An address with %s for that of the venue. Empty: no link.'],
  ]),
  group('imports', 'Imports and feeds', [
    [
      'import_user',
      'Author of what is imported',
      'Login, e-mail address or number; empty: the first administrator. Of imports that do not name one.',
    ],
    ['import_post_status', 'Status of what is imported', 'Of imports and feeds that do not say.'],
    [
      'import_update_authority',
      'When a source brings an event again',
      'What counts then, unless the import says.',
    ],
    ['import_interval', 'Seconds between two batches', 'From 10 to 600, for programs that send imports.'],
    ['csv_date_order', 'Order of dates in CSV files', 'Where a file does not tell it itself.'],
    ['stall_timeout', 'Minutes without a batch', 'After which an import counts as failed.'],
  ]),
  group('kept', 'How long things are kept', [
    [
      'keep_import_payloads',
      'Days that items of imports are kept',
      'From 1 to 30 days after they came, as they came, and until their import is over. What became of them stays.',
    ],
    [
      'keep_sign_ins',
      'Days that sign-ins are kept',
      'When people, and programs of theirs, signed in, and from where. “for ever”: until the person is erased.',
    ],
    [
      'keep_trashed_versions',
      'Days that earlier versions of what is in the trash are kept',
      'Since it was changed or put there last. It can be brought back from the trash as it is; who changed it and when stays. “for ever”: until it is deleted for good.',
    ],
  ]),
  group('safety', 'Safety', [
    [
      'unfiltered_html',
      'Editors write any HTML',
      'Off: texts of editors and administrators are cleaned like those of authors.',
    ],
    [
      'application_passwords',
      'Application passwords',
      'Off: programs cannot sign in, and no new ones are made.',
    ],
  ]),
  group('front', 'Home page, as programs are told', [
    [
      'show_on_front',
      'The home page shows',
      'Told in the index of the interface; nothing here depends on it.',
    ],
    ['page_on_front', 'Number of that page', '0: none.'],
    ['page_for_posts', 'Number of the page of posts', '0: none.'],
  ]),
]
