import type { IdOf } from '../../shared/facts/id-of.ts'
import type { UtcTime, ImageId } from '../../shared/kernel/brands.ts'
import type { Collection, Filter, Page, Sort } from '../../shared/documents/port.ts'
import type { ItemStatus } from '../../shared/facts/common.ts'
import { inSlices } from '../../shared/in-slices.ts'
import { foldName } from '../../shared/kernel/text/spelling.ts'
import { type Marked, withMark } from '../../shared/kernel/json.ts'
import { CALX_DIRECTORY_BYTES } from '../../shared/limits/views.ts'
import { begunAnew, madeLately, madeOnce, roomFor } from '../../shared/remembered.ts'
import { asciiJson, type RenderedItem, type Site } from './post.ts'
import type { CalxForm } from './calx-post.ts'
import type { CalTexts, Entry } from './directory.ts'
import type { Image, ImageLookup } from './images.ts'
import type { Item } from './item.ts'
import { canEdit, canRead, listableFilter, openFilter, type Principal } from '../../shared/rights.ts'
import type { CalxNested, CalxNestedLookup, JsonLd, Nested, NestedLookup } from './related.ts'
import { searchFilters } from './search.ts'
import { bySlug } from './slugs.ts'

/** What a list of venues or organizers asks; all of it intersects (spec 02 §3.2). */
export type DirectoryQuery<Values> = {
  readonly viewer: Principal
  /** Only what the viewer may read of these is answered. */
  readonly statuses: readonly ItemStatus[]
  /** As sent (spec 02 §3.4). */
  readonly search?: string
  /** Only these, e.g. those of one event. */
  readonly ids?: readonly IdOf<Values>[]
  /** Of these ids; none of those. */
  readonly include?: readonly IdOf<Values>[]
  readonly exclude?: readonly IdOf<Values>[]
  /** A member that is this text. */
  readonly having?: { readonly member: 'city' | 'email'; readonly text: string }
  /** Named by at least one published event without a password, or by none. */
  readonly hasEvents?: boolean
  /** Named by a published event without a password that ends at this instant or later, UTC. */
  readonly upcomingAt?: UtcTime
  /** Default: by publication date descending; ties by id. */
  readonly sort?: { readonly member: 'nameKey' | 'modified'; readonly descending: boolean }
  readonly skip: number
  /** 0: how many there are is asked, and none of them. */
  readonly limit: number
}

type Paging = Pick<DirectoryQuery<unknown>, 'skip' | 'limit'>
/** What is asked for, on whichever page. */
export type DirectorySought<Values> = Omit<DirectoryQuery<Values>, keyof Paging>

type SingleRead = {
  /** Shows a protected item with everything. */
  readonly open: boolean
  /** With `json_ld`, which single GET routes have. */
  readonly jsonLd: boolean
}

/** What events that are added do not change. */
type Named<Values> = Omit<Entry<Values>, 'lastEnd'>

export type DirectoryQueries<Values> = {
  readonly byId: (id: IdOf<Values>) => Promise<Entry<Values> | null>
  /** In the order of `ids`; unknown ones are left out. */
  readonly byIds: (ids: readonly IdOf<Values>[]) => Promise<readonly Named<Values>[]>
  /** Raw or percent-encoded, any case. */
  readonly bySlug: (slug: string) => Promise<Entry<Values> | null>
  /** Published ones of that name, trimmed and case-folded, by id (spec 02 §6). */
  readonly byName: (name: string) => Promise<readonly Entry<Values>[]>
  readonly list: (query: DirectoryQuery<Values>) => Promise<Page<Entry<Values>>>
  /** The same by its pages, for who asks for several. */
  readonly pagesOf: (query: DirectorySought<Values>) => (paging: Paging) => Promise<Page<Entry<Values>>>
  /** First-generation objects of a list, JSON. */
  readonly calList: (rows: readonly Named<Values>[]) => Promise<readonly Marked[]>
  /** One first-generation object, JSON; also of an item folded from its stream. */
  readonly calSingle: (item: RenderedItem<Values>, options: SingleRead) => Promise<string>
  readonly nested: NestedLookup<IdOf<Values>>
  /** Second-generation objects of a list, JSON. */
  readonly calxList: (rows: readonly Named<Values>[], form: CalxForm) => Promise<readonly Marked[]>
  /** One second-generation object, JSON; also of an item folded from its stream. */
  readonly calx: (item: RenderedItem<Values>, form: CalxForm) => string
  readonly calxNested: CalxNestedLookup<IdOf<Values>>
}

export type DirectoryTexts<Values> = {
  readonly entries: Collection<Entry<Values>>
  readonly images: ImageLookup
  readonly site: Pick<Site, 'mark'>
  /** `open`: with everything although it is protected. */
  readonly texts: (item: RenderedItem<Values>, open: boolean) => CalTexts
  readonly jsonLd: (item: Item<Values>, open: boolean) => JsonLd
  readonly calx: (item: RenderedItem<Values>, form: CalxForm) => string
}

type Illustrated = { readonly name: string; readonly password: string; readonly image: ImageId | null }

const joined = ([upToImage, upToJsonLd, rest]: CalTexts, image: Image | undefined, jsonLd?: JsonLd): string =>
  `${upToImage}${image === undefined ? '' : `,"image":${image.cal}`}${upToJsonLd}` +
  `${jsonLd === undefined ? '' : `,"json_ld":${asciiJson(jsonLd)}`}${rest}`

type InList = Pick<Entry<unknown>, 'cal' | 'mark'>

/** Many events name the same few; a picture may become another without them. */
const markedAlone = madeOnce(({ cal, mark }: InList): Marked => ({ text: joined(cal, undefined), mark }))

const marked = (entry: InList, image: Image | undefined): Marked =>
  image === undefined
    ? markedAlone(entry)
    : { text: joined(entry.cal, image), mark: `${entry.mark}${image.cal}` }

const sortOf = ({ sort }: Pick<DirectoryQuery<unknown>, 'sort'>): Sort =>
  sort === undefined ? { published: -1, _id: 1 } : { [sort.member]: sort.descending ? -1 : 1, _id: 1 }

/** Indexes `published`, `named` and `modified`. */
const pagesOf =
  <Values>(entries: Collection<Entry<Values>>): DirectoryQueries<Values>['pagesOf'] =>
  query => {
    const { viewer, statuses, search, ids, hasEvents, upcomingAt } = query
    const listable = listableFilter(viewer, statuses)
    if (listable === null) return async () => ({ rows: [], total: 0 })
    const words = search === undefined ? [] : searchFilters(search)
    const hidden = [
      ...words,
      ...(query.having === undefined ? [] : [{ [`values.${query.having.member}`]: query.having.text }]),
    ]
    const filters: readonly Filter[] = [
      { shown: true },
      listable,
      ...(hidden.length === 0 ? [] : [openFilter(viewer), ...hidden]),
      ...(query.include === undefined ? [] : [{ _id: { $in: query.include } }]),
      ...(query.exclude === undefined ? [] : [{ _id: { $nin: query.exclude } }]),
      ...(ids === undefined ? [] : [{ _id: { $in: ids } }]),
      ...(hasEvents === undefined ? [] : [{ lastEnd: hasEvents ? { $ne: '' } : '' }]),
      ...(upcomingAt === undefined ? [] : [{ lastEnd: { $gte: upcomingAt } }]),
    ]
    const [filter, sort] = [{ $and: filters }, sortOf(query)]
    return ({ skip, limit }) => entries.page(filter, { sort, skip, limit })
  }

/** What waits for its event is nobody's to see. */
const onlyShown = <Found extends { readonly shown: boolean }>(found: Found | null): Found | null =>
  found?.shown === true ? found : null

const isShut = <Values extends Illustrated>({ values }: Item<Values>, open: boolean): boolean =>
  values.password !== '' && !open

/** Pictures of the items that are shown with theirs, by one question. */
const imagesOf = async <Values extends Illustrated>(
  images: ImageLookup,
  items: readonly Item<Values>[],
  open: boolean,
) => {
  const ids = items.flatMap(item => (isShut(item, open) ? [] : (item.values.image ?? [])))
  const found = ids.length === 0 ? new Map<ImageId, Image>() : await images([...new Set(ids)])
  return (item: Item<Values>) =>
    item.values.image === null || isShut(item, open) ? undefined : found.get(item.values.image)
}

const readable = async <Values>(
  entries: Collection<Entry<Values>>,
  ids: readonly IdOf<Values>[],
  viewer: Principal,
): Promise<readonly Named<Values>[]> => {
  const found = ids.length === 0 ? [] : await entries.getMany(ids, 'not-aside')
  return found.filter(entry => canRead(viewer, entry))
}

const nested =
  <Values extends Illustrated>({
    entries,
    images,
    jsonLd,
  }: DirectoryTexts<Values>): NestedLookup<IdOf<Values>> =>
  async (ids, viewer) => {
    const shown = await readable(entries, ids, viewer)
    const imageOf = await imagesOf(images, shown, false)
    return new Map(
      shown.map((entry): [IdOf<Values>, Nested] => {
        const image = imageOf(entry)
        let told: ReturnType<Nested['withJsonLd']> | null = null
        const tell = () => {
          const linked = jsonLd(entry, entry.values.password === '')
          return { text: joined(entry.cal, image, linked), jsonLd: linked }
        }
        // many events of a page may be at one place
        return [entry._id, { cal: marked(entry, image), withJsonLd: () => (told ??= tell()) }]
      }),
    )
  }

/** As everybody reads them. */
const VIEW: CalxForm = { context: 'view', open: false }

type CalxOf<Values> = (entry: Named<Values>, form: CalxForm) => Marked

/** Second-generation objects; as everybody reads them, those of entries that were shown lately are kept. */
const calxObjects = <Values>({ calx, site }: DirectoryTexts<Values>): CalxOf<Values> => {
  const made: CalxOf<Values> = (entry, form) => withMark(calx(entry, form))
  const viewed = begunAnew(
    () => site.mark,
    () =>
      madeLately<Named<Values>, Marked>(entry => made(entry, VIEW), {
        sizeOf: ({ text }) => text.length,
        room: roomFor(CALX_DIRECTORY_BYTES),
      }),
  )
  return (entry, form) => (form.context === 'view' && !form.open ? viewed()(entry) : made(entry, form))
}

const calxNested =
  <Values extends Illustrated>(
    { entries, site }: Pick<DirectoryTexts<Values>, 'entries' | 'site'>,
    objectOf: CalxOf<Values>,
  ): CalxNestedLookup<IdOf<Values>> =>
  async (ids, viewer, context) => {
    const formOf = (entry: Named<Values>): CalxForm =>
      context === 'edit' && canEdit(viewer, entry) ? { context, open: true } : VIEW
    const made = await inSlices(
      await readable(entries, ids, viewer),
      (entry): readonly [IdOf<Values>, CalxNested] => {
        const { text } = objectOf(entry, formOf(entry))
        return [entry._id, { text, name: entry.values.name, site: site.mark }]
      },
      ([, { text }]) => text.length,
    )
    return new Map(made)
  }

export const directoryQueries = <Values extends Illustrated>(
  asked: DirectoryTexts<Values>,
): DirectoryQueries<Values> => {
  const { entries, images, texts, jsonLd, calx } = asked
  const objectOf = calxObjects(asked)
  const pages = pagesOf(entries)
  return {
    byId: async id => onlyShown(await entries.get(id)),
    byIds: async ids => (await entries.getMany(ids, 'not-aside')).filter(entry => entry.shown),
    bySlug: async slug => onlyShown(await bySlug(entries, slug)),
    byName: name =>
      entries.find({ nameKey: foldName(name), status: 'publish', shown: true }, { sort: { _id: 1 } }),
    list: ({ skip, limit, ...query }) => pages(query)({ skip, limit }),
    pagesOf: pages,
    calList: async rows => {
      const imageOf = await imagesOf(images, rows, false)
      return rows.map(row => marked(row, imageOf(row)))
    },
    calSingle: async (item, { open, jsonLd: withJsonLd }) => {
      const imageOf = await imagesOf(images, [item], open)
      const shown = !isShut(item, open)
      return joined(texts(item, shown), imageOf(item), withJsonLd ? jsonLd(item, shown) : undefined)
    },
    nested: nested(asked),
    calx,
    calxList: (rows, form) =>
      inSlices(
        rows,
        row => objectOf(row, form),
        ({ text }) => text.length,
      ),
    calxNested: calxNested(asked, objectOf),
  }
}
