import { describe, expect, it } from 'vitest'
import { embeddedService } from '../../support/embedded-service.ts'
import { AS_ADMIN, moveIn, oldCalendar, transportTo } from '../../support/move-in-world.ts'

const DEPTH = 60
const FIRST = 901

describe('05 §15 Categories below each other', () => {
  it('move in fifty with a question, however deep they lie, with their parents', async () => {
    const old = await oldCalendar()
    const categories = Array.from({ length: DEPTH }, (_, n) => ({
      id: FIRST + n,
      name: `Level ${n}`,
      slug: `level-${n}`,
      parent: n === 0 ? 0 : FIRST + n - 1,
    }))
    old.failing(path => {
      if (!path.startsWith('/wp-json/tribe/events/v1/categories?')) return null
      const query = new URL(path, old.base).searchParams
      const [page, perPage] = [Number(query.get('page')), Number(query.get('per_page'))]
      const shown = categories.slice((page - 1) * perPage, page * perPage)
      return { body: JSON.stringify({ categories: shown, total: DEPTH }) }
    })
    const here = await embeddedService()
    const asked: string[] = []
    const transport = transportTo(here, name => asked.push(name))
    const chain = async () => {
      const shown = new Map<number, number>()
      for (const page of [1, 2]) {
        const path = `GET /cal/events/v1/categories&hide_empty=false&per_page=50&page=${page}`
        const { body } = await here.ask(path)
        const { categories: some } = body as { categories: readonly { id: number; parent: number }[] }
        for (const { id, parent } of some) shown.set(id, parent)
      }
      return categories.map(({ id }) => shown.get(id))
    }
    for (const outcome of ['created', 'unchanged']) {
      asked.length = 0
      const moved = await moveIn(transport, [old.base, ...AS_ADMIN, '--json'])
      expect(JSON.parse(moved.out)).toMatchObject({ counts: { category: { [outcome]: DEPTH } }, remarks: [] })
      expect(asked.filter(name => name === 'move-in-things')).toHaveLength(2)
      expect(await chain()).toEqual(categories.map(({ parent }) => parent))
    }
  })
})
