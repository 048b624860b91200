import { rest, whole } from './input.ts'
import type { Fault } from './judge.ts'
import type { ServiceProcess } from './service.ts'
import { sendWire } from './wire.ts'

/** Ids that no address made of one digit often can be. */
const UNLIKELY = /[2-68]/

const wrong = (what: string): Fault => ({ kind: 'answers', what })

/** Good requests, whose right answers are known: they must come between hostile ones as ever. */
export const probesOf = ({ site }: ServiceProcess): readonly (() => Promise<Fault | null>)[] => {
  const id = site.pool.kept.events.find(one => UNLIKELY.test(String(one)))
  const asked = async (address: string, status: number, form: RegExp): Promise<Fault | null> => {
    const heard = await sendWire(site.port, whole(site, { address, headers: [['Accept', 'text/html']] }))
    if (heard.kind !== 'answer') return wrong(`${address} is not answered: ${heard.kind}`)
    if (heard.status !== status)
      return wrong(`${address} is answered ${heard.status}: ${heard.text.slice(0, 300)}`)
    return form.test(heard.text)
      ? null
      : wrong(`${address} is answered otherwise: ${heard.text.slice(0, 300)}`)
  }
  return [
    () =>
      asked(
        rest(`/cal/events/v1/events/${id}`),
        200,
        new RegExp(`^\\{"id":${id},.*"title":"Event \\d+ `, 's'),
      ),
    () =>
      asked(rest('/cal/events/v1/events&per_page=1&start_date=2027-01-01'), 200, /^\{"events":\[\{"id":\d+/),
    () => asked(rest('/cal/events/v1/events/999999999'), 404, /"code":"rest-event-not-found"/),
    () => asked('/events/month/2027-03/', 200, /<\/html>\s*$/),
  ]
}
