import { endOfTime } from '../../../shared/kernel/brands.ts'
import { type Answer, jsonText } from '../platform/answers/answer.ts'
import { endpoint, route, type Route } from '../platform/route.ts'
import { openApiDocument, type DocumentOptions } from './document.ts'

/** `GET` of the document of a namespace, in front of the routes that it describes; made once per address of the site. */
export const withDocument = (
  path: string,
  options: Omit<DocumentOptions, 'routes'>,
  described: readonly Route[],
): readonly Route[] => {
  let made: { readonly baseUrl: string; readonly answer: Answer } | null = null
  const all: readonly Route[] = [
    route(options.namespace, path, [
      endpoint({
        methods: ['GET'],
        args: {},
        handle: (_, { at }) => {
          const { baseUrl } = at.site
          if (made?.baseUrl !== baseUrl) {
            const text = JSON.stringify(openApiDocument({ ...options, routes: all }, at))
            made = { baseUrl, answer: { ...jsonText(200, text), until: endOfTime } }
          }
          return made.answer
        },
      }),
    ]),
    ...described,
  ]
  return all
}
