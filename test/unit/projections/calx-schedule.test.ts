import { expect, it } from 'vitest'
import { scheduleOf } from '../../../projections/event-listing/calx-schedule.ts'
import { localTime } from '../../../shared/kernel/brands.ts'

const span = (name: string, text: string) => `<span class="cal-event-${name}">${text}</span>`

it('03 §1.1 schedule_details: what formats say besides is text, not markup', () => {
  const formats = { dateFormat: '\\<\\b\\> Y & "m"', timeFormat: "H'i" }
  const when = { start: localTime('2027-05-08 10:00:00'), end: localTime('2027-05-08 14:30:00') }
  const { details, short } = scheduleOf({ ...when, allDay: false }, formats, false)
  const to = ` - ${span('time', '14&#039;30')}`
  // both are parts of a JSON text
  expect(JSON.parse(`["${details}","${short}"]`)).toEqual([
    span('date-start', '&lt;b&gt; 2027 &amp; &quot;05&quot; @ 10&#039;00') + to,
    span('date-start', '10&#039;00') + to,
  ])
})
