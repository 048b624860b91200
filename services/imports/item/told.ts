/**
 * What people are told of items, rows and whole files: for each code of spec 05 one sentence that says what was found and
 * what to do (spec 05 §11 shows this table). `({found})` stands for what a reader found, and goes where there is nothing.
 */
export const TOLD: Readonly<Record<string, string>> = {
  missing_title: 'It has no title: give it one in its file and import that again.',
  missing_title_column:
    'The file has no column with titles: name one "Event Name", "Title" or "Subject" in its first row.',
  not_a_calendar:
    'What came is no calendar ({found}): export it again as iCalendar (.ics), or as a table with --origin csv.',
  not_a_table: 'What came is no table ({found}): save it as CSV, or export it as iCalendar (.ics).',
  invalid_date: 'Its start cannot be read ({found}): write it as 2027-06-07 or 2027-06-07 09:30.',
  invalid_end_date: 'Its end cannot be read ({found}): the start was taken; write it as 2027-06-07 10:30.',
  two_times: 'Its date and its time say two times ({found}): that of the column of times was taken.',
  two_ends: 'It has an end and a duration ({found}): the end was taken.',
  all_day_times: 'It is an all-day event with times ({found}): the times were left out.',
  ambiguous_date: 'Day and month could be either way round ({found}): check it, or say --date-order.',
  date_with_time: 'It is called a date, but has a time ({found}): the time was taken; check it.',
  overnight: 'Its end is before its start: it was taken to end on the next day; check it.',
  end_before_start: 'Its end is before its start: the start was taken; mend the end in its file.',
  unknown_timezone:
    'Its time zone is not known ({found}): that of the site was taken; name it like Europe/Berlin.',
  file_timezone:
    'Its time zone is no region ({found}): the offsets that its file gives were taken; check the time.',
  unknown_flag: 'A word is neither yes nor no ({found}): it was left out; write yes or no.',
  unknown_status:
    'Its status is not known ({found}): it was left out; write confirmed, tentative or cancelled.',
  unknown_charset: 'A text says an encoding that is not known ({found}): check its letters.',
  bad_coordinates: 'Where it is on earth cannot be read ({found}): write degrees like 47.3769.',
  bad_url: 'Its address is none ({found}): it was left out; write it with https://.',
  image_not_fetched: 'Its picture could not be fetched ({found}): add it by hand, or import again later.',
  text_cut: 'A text was too long and was cut ({found}): shorten it in its file.',
  list_cut: 'It names more of something than an event has ({found}): the first 100 were taken.',
  too_large: 'What it is known by is too long ({found}): shorten it and import again.',
  not_supported: 'Something about its dates is not read here ({found}): check them, and change them by hand.',
  bad_rrule:
    'How it repeats cannot be read ({found}): only its first date was taken; add the others by hand.',
  bad_rrule_part: 'A part of how it repeats cannot be read ({found}): it was left out; check its dates.',
  bad_exrule: 'Which dates it leaves out cannot be read ({found}): none was left out; check its dates.',
  bad_rdate: 'A further date cannot be read ({found}): add it by hand.',
  bad_exdate: 'A date to leave out cannot be read ({found}): delete it by hand.',
  bad_recurrence_id: 'It does not say which date it replaces ({found}): delete the one that it does.',
  series_truncated:
    'Not every date of the series was taken: import the file again later for those that follow.',
  too_many_dates: 'It names more dates than are read: divide the series in its file.',
  too_many_items: 'There are more items than an import takes: divide the file.',
  unused_columns: 'Columns were not used ({found}): rename those that matter as the manual has them.',
  unused_properties:
    'The file says things of its events that are not used here ({found}): add by hand what matters.',
  extra_cells: 'The row has more cells than the header ({found}): put texts with separators into quotes.',
  unclosed_quote: 'A quote is never closed: close it, and import the file again.',
  truncated: 'The file ends too early: export or fetch it again.',
  csv_row: 'The row is broken: mend it and import again.',
  superseded: 'The same file has a newer version of it, which was taken.',
  not_yours: 'It names an event that no import wrote: take its id out of the file.',
  in_trash: 'A person moved it to the trash: restore it there if it is wanted.',
  moved: 'Its source gave it another time, which was taken: check it.',
  older: 'The calendar has a newer version of it, which stays.',
  retain: 'It is there already, and this import leaves such events as they are.',
  cancelled: 'It is cancelled, and was never in the calendar.',
  import_gone: 'The import was deleted before its turn: import it again if it is wanted.',
  import_cancelled: 'The import was cancelled before its turn: import it again if it is wanted.',
  internal_error: 'Something went wrong here: import it again, and tell the operator if it stays so.',
  payload_gone: 'What was received is no longer kept: import it again.',
  all_failed: 'Every item failed: see why below.',
  count_mismatch: 'Fewer or more items came than were announced: import again.',
  stalled: 'Nothing came for too long: start the import again.',
  deleted: 'It was deleted.',
  reported: 'The source reported a failure: the log has its words.',
  bad_address: 'The address is none of a feed: it begins with https:// or webcal://.',
  forbidden_address: 'The address is not on the open internet: take one that everybody can reach.',
  unknown_host: 'The host of the address has no name: check it for typing errors.',
  unreachable: 'The server cannot be reached: try again later.',
  timeout: 'The server did not send the feed in time: try again later.',
  too_many_redirects: 'The server sends from one address to another without end: take the last of them.',
  bad_status: 'The server answers with an error ({found}): open the address in a browser to see it.',
  wrong_type: 'The server sends the feed compressed, which it was asked not to do: tell those who run it.',
}

/** The sentence of a code with what was found; a code without one is itself. */
export const sentenceOf = (code: string, found?: string): string => {
  if (!Object.hasOwn(TOLD, code)) return code.replaceAll('_', ' ')
  const sentence = TOLD[code] ?? code
  return found === undefined ? sentence.replace(' ({found})', '') : sentence.replace('{found}', () => found)
}
