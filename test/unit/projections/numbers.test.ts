import { expect, it } from 'vitest'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { Doc } from '../../../shared/documents/port.ts'
import { isObject } from '../../../shared/kernel/json.ts'
import { readModels as everyReadModel } from '../../../services/wiring/read-side/read-models.ts'
import { collections } from '../../support/collections.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { first } from '../../support/mixed-facts.ts'
import { readModels, site } from '../../support/read-models.ts'
import { recorder } from '../../support/recorded.ts'

it('tests know every collection of the read models by its name', async () => {
  const documents = memoryDocuments({ strict: true })
  const { projections } = await everyReadModel(documents, memoryLog(), site, () => null)
  for (const { make } of projections) await make(documents)
  expect([...documents.sizes().keys()].sort()).toEqual(Object.values(collections).sort())
})

/** `values.title`: of what stands for an object of its own, each member. */
const membersIn = (document: object): readonly string[] =>
  Object.entries(document).flatMap(([name, value]) =>
    (name === 'values' || name === 'rendered') && isObject(value)
      ? Object.keys(value).map(member => `${name}.${member}`)
      : [name],
  )

const words = (text: string): readonly string[] => text.split(/\s+/).filter(word => word !== '')

/** What every item has of itself. */
const OWN = '_id rev created modified was purged rendered.description rendered.excerpt slug status author'
const VALUES =
  'description excerpt slug status publishedAt author image password lineage origin commentStatus pingStatus format template'
const valuesOf = (more: string) => words(`${VALUES} ${more}`).map(name => `values.${name}`)
const DIRECTORY = `${OWN} shown into epoch nameKey protected published text cal mark lastEnd`
const LINKS = '_id rev purged counts protected published endUtc'

/**
 * Collection, with its number → members of its documents. Whoever gives them other members gives the collection the next
 * number, where its name stands in `projections` and in `test/support/collections.ts`: documents of an older release stay
 * in MongoDB, and would be taken for these.
 */
const members: Readonly<Record<string, readonly string[]>> = {
  'event-listing@9': [
    ...words(`${OWN} madeOf public listed hidden protected start end span published categories tags venues`),
    ...words('organizers lacks featured parent image title menu text'),
    ...valuesOf(
      'title start end startUtc endUtc timezone allDay cost currency website parent categories tags',
    ),
    ...words('values.venues values.organizers values.featured values.sticky values.hidden'),
    ...words('values.showMap values.showMapLink'),
  ],
  'venues@5': [
    ...words(DIRECTORY),
    ...valuesOf(
      'name address city country province state stateprovince zip latitude longitude phone website',
    ),
    ...words('values.showMap values.showMapLink values.sticky values.tags'),
  ],
  'organizers@5': [...words(DIRECTORY), ...valuesOf('name phone email website sticky tags')],
  'terms@3': [
    ...words('_id rev created modified was slug taxonomy parent description shown into deleted epoch'),
    ...words('nameKey sortName count object embedded'),
    ...words('values.taxonomy values.name values.slug values.description values.parent'),
  ],
  'venues-links@2': words(`${LINKS} venues`),
  'organizers-links@2': words(`${LINKS} organizers`),
  'terms-links@2': words(`${LINKS} categories tags`),
}

it('documents of items have the members that the number of their collection stands for', async () => {
  const documents = memoryDocuments({ strict: true })
  const record = recorder()
  await (await readModels(documents)).apply(first.map(fact => record(fact)))
  const found = documents.state.held().map(async ({ spec }) => {
    const all = await (await documents.collection<Doc>(spec)).find({})
    return [spec.name, [...new Set(all.flatMap(membersIn))].sort()] as const
  })
  const expected = Object.entries(members).map(([name, all]) => [name, all.toSorted()] as const)
  expect(Object.fromEntries(await Promise.all(found))).toEqual(Object.fromEntries(expected))
})
