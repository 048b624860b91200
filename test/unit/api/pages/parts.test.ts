import { expect, it } from 'vitest'
import { picture } from '../../../../services/api/pages/items/parts.ts'

it('a picture of any name is offered in its sizes, crops not among them', () => {
  const shown = picture({
    url: 'https://school.example/media/50%, a.jpg',
    ...{ width: 1200, height: 800 },
    sizes: {
      thumbnail: { width: 150, url: 'https://school.example/media/crop.jpg' },
      medium: { width: 300, url: 'https://school.example/media/50%, a-300.jpg' },
    },
  })
  expect(shown?.markup).toContain(
    'srcset="https://school.example/media/50%%2C%20a-300.jpg 300w, https://school.example/media/50%%2C%20a.jpg 1200w"',
  )
  expect(shown?.markup).toContain('width="1200" height="800"')
})

it('without sizes there is nothing to choose from', () => {
  expect(picture({ url: 'https://school.example/media/a.jpg' })?.markup).not.toContain('srcset')
  expect(picture(null)).toBeNull()
})
