import { isObject } from '../../../../shared/kernel/json.ts'
import { type Answer, IGNORED, reworded } from '../answers/answer.ts'
import type { Mapping } from './mapping.ts'
import type { Direction } from './names.ts'

/** How an address of the interface is written; `route` as it stands behind `rest_route=`, `query` behind the first `&`. */
export type WriteAddress = (route: string, query: string) => string

type Telling = Pick<Mapping, 'relations' | 'variables'> & { readonly theirs: Direction }

/** Members whose texts are addresses of the interface, wherever they stand. */
const ADDRESSES = new Set([
  ...['rest_url', 'next_rest_url', 'previous_rest_url', 'href', 'self', 'collection', 'up', 'Location'],
])
/** Members whose texts are types, taxonomies or names of members. */
const NAMES = new Set(['taxonomy', 'type', 'param', 'params', 'enum', 'required'])
/** The same in a document that describes the interface, where nothing else has these names. */
const DOCUMENT_ADDRESSES = new Set([...ADDRESSES, 'url'])
const DOCUMENT_NAMES = new Set([...NAMES, 'name'])

/** Routes that answer with a description of their namespace. */
const DOCUMENTS = /\/docs?$/i

const LINK = /<([^>]*)>; rel="([^"]*)"/g

const isError = ({ code, message, data }: Readonly<Record<string, unknown>>) =>
  typeof code === 'string' &&
  typeof message === 'string' &&
  isObject(data) &&
  typeof data['status'] === 'number'

/** Texts in their words, by the member that they stand in. Those that people wrote stay as they are. */
const textTeller = ({ relations, theirs }: Telling, baseUrl: string, write: WriteAddress) => {
  const start = `${baseUrl}/index.php?rest_route=`
  const relationOf = new Map(Object.entries(relations).map(([name, own]) => [own, name]))

  const address = (text: string): string => {
    if (!text.startsWith(start)) return text
    const [route = '', ...query] = text.slice(start.length).split('&')
    return write(theirs.path(route), query.join('&'))
  }
  const links = (text: string): string =>
    text.replaceAll(
      LINK,
      (_, to: string, rel: string) => `<${address(to)}>; rel="${relationOf.get(rel) ?? rel}"`,
    )
  /** `venues[0]` of a list. */
  const argument = (name: string): string =>
    name.replace(/^[^[]+/, first =>
      theirs.name(first) === first ? theirs.header(first) : theirs.name(first),
    )

  /** `type-cal_events`, `cal_events_cat-fairs`. */
  const htmlClass = (text: string): string => {
    const [first = '', ...rest] = text.split('-')
    return first === 'type' ? `type-${theirs.name(rest.join('-'))}` : [theirs.name(first), ...rest].join('-')
  }

  const textAt = (text: string, key: string, isDocument: boolean): string => {
    if ((isDocument ? DOCUMENT_ADDRESSES : ADDRESSES).has(key)) return address(text)
    if ((isDocument ? DOCUMENT_NAMES : NAMES).has(key)) return argument(text)
    switch (key) {
      case 'namespace':
      case 'namespaces':
      case 'default':
        return theirs.namespace(text)
      case 'class_list':
        return htmlClass(text)
      case 'Link':
        return links(text)
      case IGNORED:
        return text.split(', ').map(theirs.name).join(', ')
      case 'description':
        return isDocument ? theirs.words(text) : text
      default:
        return text
    }
  }
  return { address, links, argument, textAt }
}

/** What a body says, in their words. */
const bodyTeller = (
  { variables, theirs }: Telling,
  { argument, textAt }: ReturnType<typeof textTeller>,
  isDocument: boolean,
) => {
  const routeKey = (route: string): string =>
    theirs.path(route).replaceAll(/\{(\w+)\}/g, (part, name: string) => variables[name] ?? part)

  /** Sentences of errors are the service's own, and name arguments. */
  const refusal = (part: unknown, key: string): unknown => {
    if (typeof part === 'string') return key === 'code' ? part : theirs.words(part)
    if (Array.isArray(part)) return part.map(element => refusal(element, key))
    if (!isObject(part)) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [argument(name), refusal(inner, name)]),
    )
  }

  const told = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return textAt(value, key, isDocument)
    if (Array.isArray(value)) return value.map(element => told(element, key))
    if (!isObject(value)) return value
    if (isError(value)) return refusal(value, '')
    const nameOf = key === 'routes' ? routeKey : argument
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [nameOf(name), told(member, name)]),
    )
  }
  return told
}

/** Says in their words what answers say in ours. */
export type Teller = ReturnType<typeof teller>

export const teller = (telling: Telling, baseUrl: string, write: WriteAddress) => {
  const { theirs } = telling
  const texts = textTeller(telling, baseUrl, write)
  const value = (read: unknown, isDocument: boolean): unknown =>
    bodyTeller(telling, texts, isDocument)(read, '')

  const header = (name: string, text: string): readonly [string, string] => {
    switch (name) {
      case 'Link':
        return [name, texts.links(text)]
      case 'Location':
        return [name, texts.address(text)]
      case IGNORED:
        return [theirs.header(name), texts.textAt(text, name, false)]
      case 'Access-Control-Expose-Headers':
      case 'Access-Control-Allow-Headers':
        return [name, text.split(', ').map(theirs.header).join(', ')]
      default:
        return [theirs.header(name), text]
    }
  }
  return {
    /** `path`: of the route in our names. */
    answer: (answer: Answer, path: string): Answer =>
      answer.type === undefined
        ? reworded(answer, JSON.stringify(value(JSON.parse(answer.text), DOCUMENTS.test(path))))
        : answer,
    /** A part of an answer. */
    value: (read: unknown): unknown => value(read, false),
    header,
    /** Names and values alternate. */
    headers: (list: readonly string[]): string[] => {
      const all: string[] = []
      for (let at = 0; at < list.length; at += 2) all.push(...header(list[at] ?? '', list[at + 1] ?? ''))
      return all
    },
  }
}
