import type { JsonObject } from '../../../../shared/kernel/json.ts'
import { PUT_BACK_ENTRIES, PUT_BACK_ITEMS, REPORTS } from '../../../../shared/limits/history.ts'
import {
  HEAD_BYTES,
  REQUEST_ADDRESS_LENGTH,
  STREAMS,
  USER_STREAMS,
} from '../../../../shared/limits/requests.ts'
import { PINGS_AT_ONCE, SUBSCRIPTIONS_AT_MOST } from '../../../../shared/limits/subscriptions.ts'
import type { Principal } from '../../../../shared/rights.ts'
import type { Answer } from './answer.ts'

type Entry = {
  readonly status: number
  readonly signedIn?: number
  readonly message: string
  /** What guests are told besides. */
  readonly guests?: string
}

const SIGN_IN = 'Sign in first; programs send an application password.'

/** Every code a client can see (spec 01 §4); `signedIn` is the status for callers with credentials. */
export const errorCodes = {
  rest_missing_callback_param: { status: 400, message: 'Required arguments are missing.' },
  rest_invalid_param: { status: 400, message: 'Some arguments are not valid.' },
  rest_invalid_json: { status: 400, message: 'The body is not a JSON object.' },
  rest_invalid_body: { status: 400, message: 'The body cannot be read as what its type says.' },
  rest_no_route: { status: 404, message: 'No route answers this address and method.' },
  rest_forbidden: { status: 401, signedIn: 403, message: 'You may not do this.', guests: SIGN_IN },
  rest_forbidden_context: {
    status: 401,
    signedIn: 403,
    message: 'This context needs the right to edit the item.',
    guests: SIGN_IN,
  },
  rest_cookie_invalid_nonce: { status: 403, message: 'The nonce is not valid.' },
  incorrect_password: { status: 401, message: 'The application password is not correct.' },
  invalid_username: { status: 401, message: 'No user has this login.' },
  invalid_email: { status: 401, message: 'No user has this e-mail address.' },
  application_passwords_disabled: { status: 401, message: 'Application passwords are switched off.' },
  application_passwords_disabled_for_user: {
    status: 401,
    message: 'Application passwords are switched off for this user.',
  },
  rest_invalid_namespace: { status: 404, message: 'No such namespace is offered.' },
  rest_callback_disabled: { status: 400, message: 'Callback functions are not offered.' },
  rest_batch_not_allowed: { status: 400, message: 'This route cannot be part of a batch.' },
  parse_path_failed: { status: 400, message: 'The path of this part cannot be read.' },
  'rest-event-not-found': { status: 404, message: 'There is no such event.' },
  'rest-venue-not-found': { status: 404, message: 'There is no such venue.' },
  'rest-organizer-not-found': { status: 404, message: 'There is no such organizer.' },
  'rest-category-not-found': { status: 404, message: 'There is no such category.' },
  'rest-tag-not-found': { status: 404, message: 'There is no such tag.' },
  'event-not-accessible': { status: 403, message: 'You may not read this event.' },
  'venue-not-accessible': { status: 403, message: 'You may not read this venue.' },
  'organizer-not-accessible': { status: 403, message: 'You may not read this organizer.' },
  'event-password-protected': { status: 403, message: 'This event needs its password.' },
  'event-no-longer-available': { status: 410, message: 'This event is in the trash.' },
  'venue-no-longer-available': { status: 410, message: 'This venue is in the trash.' },
  'organizer-no-longer-available': { status: 410, message: 'This organizer is in the trash.' },
  'event-is-in-trash': { status: 410, message: 'An event in the trash cannot be changed.' },
  'venue-is-in-trash': { status: 410, message: 'A venue in the trash cannot be changed.' },
  'organizer-is-in-trash': { status: 410, message: 'An organizer in the trash cannot be changed.' },
  'event-archive-page-not-found': { status: 404, message: 'The list of events has no such page.' },
  'venue-archive-page-not-found': { status: 404, message: 'The list of venues has no such page.' },
  'organizer-archive-page-not-found': { status: 404, message: 'The list of organizers has no such page.' },
  term_exists: { status: 400, message: 'A term with this name exists already.' },
  duplicate_term_slug: { status: 400, message: 'Another term has this slug.' },
  oembed_invalid_url: { status: 404, message: 'Nothing can be embedded from this address.' },
  rest_too_many_attempts: { status: 429, message: 'There have been too many attempts; try again later.' },
  rest_request_timeout: { status: 408, message: 'The request did not arrive in time.' },
  rest_address_too_long: {
    status: 414,
    message: `The address of the request has more than ${REQUEST_ADDRESS_LENGTH} characters.`,
  },
  rest_head_too_large: {
    status: 431,
    message: `The head of the request has more than ${HEAD_BYTES} bytes.`,
  },
  rest_request_too_large: { status: 413, message: 'The request is too large.' },
  rest_too_many_streams: {
    status: 429,
    message: `You have ${USER_STREAMS} streams of progress open, or everybody together has ${STREAMS}.`,
  },
  report_running: {
    status: 429,
    message: `A report that you asked for is still being made, or everybody together waits for ${REPORTS}.`,
  },
  import_over: { status: 409, message: 'The import is over, and nothing of it waits.' },
  import_running: { status: 409, message: 'The import still runs; cancel it, or wait until it is over.' },
  undo_running: {
    status: 409,
    message: 'Another undo of this import is under way; wait until it is done.',
  },
  undo_too_deep: {
    status: 409,
    message: 'Nothing is undone so often in a row; undo the import itself once more.',
  },
  schedule_unchanged: { status: 409, message: 'Nothing of the schedule would be different.' },
  schedule_paused: { status: 409, message: 'The schedule is paused already.' },
  schedule_not_paused: { status: 409, message: 'The schedule is not paused; its feed is fetched.' },
  subscription_unchanged: { status: 409, message: 'Nothing of the subscription would be different.' },
  subscription_paused: { status: 409, message: 'The subscription is paused already.' },
  subscription_not_paused: {
    status: 409,
    message: 'The subscription is neither paused nor given up; it is told what happens.',
  },
  subscription_pinged: {
    status: 429,
    message: `The answer to another ping of the subscription is awaited, or those to ${PINGS_AT_ONCE} of others; wait for them.`,
  },
  subscription_too_many: {
    status: 409,
    message: `There are ${SUBSCRIPTIONS_AT_MOST} subscriptions already; remove one that nobody needs.`,
  },
  put_back_nothing: {
    status: 404,
    message: 'There was nothing to put back to: it was not there then, or it has been deleted for good.',
  },
  put_back_forgotten: {
    status: 404,
    message: 'What it was then is forgotten for good: only who changed it, and when, is still known.',
  },
  put_back_beginning: {
    status: 400,
    message: 'With this entry it began, and before that it was nothing: take it away instead.',
  },
  put_back_moved: {
    status: 409,
    message: 'Somebody has changed it since you looked: look at what would change now.',
  },
  put_back_none: {
    status: 404,
    message: 'Nothing that is asked for was recorded of an event, venue or organizer.',
  },
  put_back_too_many: {
    status: 413,
    message: `At most ${PUT_BACK_ITEMS} items and ${PUT_BACK_ENTRIES} entries are put back together, and these are more: ask for a shorter time, or one kind after the other.`,
  },
  merge_itself: { status: 400, message: 'Nothing is merged into itself.' },
  merge_below: {
    status: 409,
    message: 'The category that is to stay is below the other: merge it the other way round.',
  },
  merge_not_merged: { status: 409, message: 'It was not merged into another, or that was taken back.' },
  merge_under_way: {
    status: 409,
    message:
      'What names it is still being moved to the one that it was merged into: delete it in a moment, or take the merge back first.',
  },
  import_plan_other_input: {
    status: 409,
    message: 'The file or its options are not those of the plan: nothing was changed.',
  },
  import_plan_changed: {
    status: 409,
    message: 'By now the import would do something else than planned: nothing was changed.',
  },
  import_dry_run_too_large: {
    status: 413,
    message: 'The file would record more than a dry run holds: import it without one, or divide it.',
  },
  rest_conflict: { status: 409, message: 'Others are changing the same item; try again.' },
  rest_service_unavailable: { status: 503, message: 'The service is interrupted for the moment; try again.' },
  internal_server_error: { status: 500, message: 'The request failed through no fault of yours.' },
} as const satisfies Readonly<Record<string, Entry>>

export type ErrorCode = keyof typeof errorCodes

/** The sentence of a refusal. */
export const messageOf = (code: ErrorCode): string => errorCodes[code].message

/** The error body; `extra` goes beside `status` into `data`. */
export const refused = (
  code: ErrorCode,
  extra: JsonObject = {},
  { caller = null, message }: { readonly caller?: Principal; readonly message?: string } = {},
): Answer => {
  const entry: Entry = errorCodes[code]
  const status = caller === null ? entry.status : (entry.signedIn ?? entry.status)
  const own =
    caller === null && entry.guests !== undefined ? `${entry.message} ${entry.guests}` : entry.message
  return {
    status,
    text: JSON.stringify({ code, message: message ?? own, data: { status, ...extra } }),
    headers: [],
  }
}

/** 401 for guests, 403 for signed-in callers. */
export const forbidden = (caller: Principal): Answer => refused('rest_forbidden', {}, { caller })
