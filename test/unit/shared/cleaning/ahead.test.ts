import { afterAll, expect, it } from 'vitest'
import { cleanedAhead } from '../../../../shared/cleaning/ahead.ts'
import { cleanNow, type SentText } from '../../../../shared/cleaning/texts.ts'
import { cleaningThread } from '../../../../shared/cleaning/thread.ts'

const thread = cleaningThread()
afterAll(thread.close)

const HOSTILE = '<p onclick="x()">Hi<script>alert(1)</script> & <a href="javascript:x">there</a></p>'

it('01 §2 a thread makes texts what they would be on the spot, in their order', async () => {
  const texts: readonly SentText[] = [
    ['html', HOSTILE],
    ['unfiltered', HOSTILE],
    ['title', '<b>Fair</b><p>'],
    ['term', '<b>Fairs</b>'],
    ['embedded', '<iframe src="http://a.example"></iframe>x'],
    ['html', 'plain'],
  ]
  const cleaned = await thread.clean(texts)
  expect(cleaned).toEqual(texts.map(([kind, text]) => cleanNow(kind, text)))
  expect(cleaned[0]).toBe('<p>Hi & <a>there</a></p>')
  expect(cleaned[2]).toBe('<b>Fair</b>')
})

it('what a reading asks for is cleaned before it reads, each text once, other texts on the spot', async () => {
  const sent: SentText[] = []
  const cleaning = await cleanedAhead(
    async texts => {
      sent.push(...texts)
      return texts.map(([, text]) => `clean ${text}`)
    },
    read => [read('html', 'a'), read('title', 'a'), read('html', 'a')],
  )
  expect(sent).toEqual([
    ['html', 'a'],
    ['title', 'a'],
  ])
  expect([cleaning('html', 'a'), cleaning('title', 'a'), cleaning('term', '<b>a</b>')]).toEqual([
    'clean a',
    'clean a',
    'a',
  ])
})

it('nothing to clean wakes no thread', async () => {
  const cleaning = await cleanedAhead(
    async () => {
      throw new Error('asked')
    },
    () => null,
  )
  expect(cleaning('html', '<i>x</i>')).toBe('<i>x</i>')
})
