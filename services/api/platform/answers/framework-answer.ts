import { codeOf } from '../../../../shared/kernel/thrown.ts'
import type { Answer } from './answer.ts'
import { refused, type ErrorCode } from './errors.ts'

/** What the framework itself may say, in our words. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  // a content type that is none
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'rest_invalid_body',
  FST_ERR_BAD_URL: 'rest_no_route',
  FST_ERR_MAX_PARAM_LENGTH: 'rest_no_route',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'rest_no_route',
}

/** null: it is something else. */
export const frameworkAnswer = (error: unknown): Answer | null => {
  const code = frameworkCodes[codeOf(error) ?? '']
  return code === undefined ? null : refused(code)
}
