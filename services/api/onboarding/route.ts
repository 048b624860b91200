import { can } from '../../../shared/rights.ts'
import { lagHeaders } from '../items/answer.ts'
import { json } from '../platform/answers/answer.ts'
import { check, type Problems } from '../platform/arguments/arguments.ts'
import type { Call } from '../platform/call.ts'
import { resolvingEndpoint, route, type Route } from '../platform/route.ts'
import type { Holder, SessionDesk } from '../pages/session-desk.ts'
import { wizardArguments, wizardMembers } from './arguments.ts'
import type { Wizard } from './wizard.ts'

const NAMESPACE = 'calx/v2/onboarding'

type Desk = Pick<SessionDesk, 'sittingAt' | 'isNonceOf'>

/** Whose nonce counts: the session's, a Basic caller's own, or that of all guests (spec 01 §8.2). */
const holderOf = async (desk: Desk, { caller, cookie, at }: Call): Promise<Holder> => {
  if (caller === null) return null
  return cookie === undefined ? { userId: caller.id } : desk.sittingAt(cookie, at)
}

const badNonce: Problems = {
  action_nonce: {
    code: 'calx_invalid_nonce',
    message: 'action_nonce is not a valid nonce of yours for this: the page /onboarding has one.',
    data: { status: 403 },
  },
}

/** `POST /calx/v2/onboarding/wizard` (spec 06 §3). */
export const onboardingRoutes = ({
  desk,
  wizard,
}: {
  readonly desk: Desk
  readonly wizard: Wizard
}): readonly Route[] => {
  const post = resolvingEndpoint({
    methods: ['POST'],
    args: wizardArguments,
    may: caller => can(caller, 'manage-site'),
    resolve: async ({ action_nonce }, call) => {
      const { problems, given } = check(wizardMembers, call.sent, call.at)
      const holder = await holderOf(desk, call)
      const isGood =
        action_nonce === undefined || (await desk.isNonceOf(holder, action_nonce, 'cal_wizard', call.at.ms))
      const all = { ...(isGood ? {} : badNonce), ...problems }
      return Object.keys(all).length > 0 ? { ok: false, problems: all } : { ok: true, value: given }
    },
    handle: async (_, call, sent) => {
      const { ok, message, created, lag } = await wizard(sent, call)
      const answer = json(ok ? 200 : 400, { success: ok, message, ...created })
      return { ...answer, headers: [...answer.headers, ...lagHeaders(lag)] }
    },
  })
  return [route(NAMESPACE, `/${NAMESPACE}/wizard`, [post])]
}
