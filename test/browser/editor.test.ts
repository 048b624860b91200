import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { tabTo } from '../support/chromium/keyboard.ts'
import { lookAt } from '../support/chromium/looks.ts'
import { fromRightToLeft } from '../support/chromium/right-to-left.ts'
import { PASSWORD } from '../support/chromium/site.ts'
import { DEVICES, expectAccessible, screenshot, signIn } from '../support/chromium/window.ts'
import { openWorld, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const field = (page: Page) => page.locator('textarea[name="description"]')
const leave = (page: Page) => page.on('dialog', dialog => void dialog.accept())

const TABLE = '<p>Hours</p>\n<table><tr><td>Monday</td></tr></table>\n<p class="small">Closed on Tuesday</p>'

describe.skipIf(chromium === null)('07 §5 the editor of a text', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
  })
  afterAll(() => world.close())
  const event = (title: string, description: string) =>
    world.site.ask<{ id: number }>('POST /cal/events/v1/events', {
      body: { title, description, start_date: '2099-05-08 10:00:00', end_date: '2099-05-08 11:00:00' },
    })
  const facts = async (id: number) =>
    (await world.site.ask<readonly unknown[]>(`GET /admin/history/event/${id}`)).length

  it('a secretary types a bold word, a list and a link on a phone, and the page shows them', async () => {
    await world.inWindow(
      async page => {
        await page.goto('/manage/events/new')
        await page.getByLabel('Title', { exact: true }).fill('Autumn fair')
        await page.getByLabel('First day').fill('2099-10-10')
        await page.getByLabel('Begins at').fill('10:00')
        await editorOf(page).click()
        await page.keyboard.type('Please bring ')
        await press(page, 'Bold')
        await page.keyboard.type('cake')
        await press(page, 'Bold')
        await page.keyboard.type('.\nCups')
        await press(page, 'List')
        await page.keyboard.type('\nPlates & forks\n\nSee the ')
        await press(page, 'Link')
        await page.getByLabel('Address of the link').fill('no address')
        await press(page, 'Set the link')
        await page.getByRole('alert').filter({ hasText: 'This is no address.' }).waitFor()
        await expectAccessible(page, 'link')
        await screenshot(page, 'editor-link-phone')
        await page.getByLabel('Address of the link').fill('www.school.example/fair')
        await page.keyboard.press('Enter')
        await page.keyboard.type(' page.')
        await lookAt(page, 'editor')
        // what was typed comes back with what is wrong
        await press(page, 'Save and see its page')
        await page.getByRole('link', { name: 'Please give the time of its end.' }).waitFor()
        await editorOf(page).getByText('Plates & forks').waitFor()
        await page.getByLabel('Ends at').fill('12:00')
        await press(page, 'Save and see its page')
        await page.getByRole('heading', { name: 'Autumn fair' }).waitFor()
        expect(await page.locator('.prose').first().innerHTML()).toBe(
          '<p>Please bring <strong>cake</strong>.</p>\n<ul>\n<li>Cups</li>\n<li>Plates &amp; forks</li>\n</ul>\n' +
            '<p>See the <a href="https://www.school.example/fair">www.school.example/fair</a> page.</p>',
        )
      },
      { ...world.administrator, ...DEVICES.phone, allowed: [/status of 400/] },
    )
  })

  it('by the keyboard alone: one stop for all buttons, arrows among them, Tab out of the text', async () => {
    const { id } = await event('Keys', 'Cups and plates')
    await world.inWindow(async page => {
      await page.goto(`/manage/events/${id}`)
      await editorOf(page).waitFor()
      await page.getByLabel('Add an organizer').focus()
      await tabTo(page, 'Bold')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Link')
      await page.keyboard.press('End')
      expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('As HTML')
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.id')).toBe('f-description')
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Control+B')
      await page.keyboard.press('Control+I')
      await page.keyboard.press('Control+K')
      await page.keyboard.type('/events')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+K')
      await page.keyboard.type('pta@school.example\n')
      await expect
        .poll(() => field(page).inputValue())
        .toBe('<strong><em><a href="mailto:pta@school.example">Cups and plates</a></em></strong>')
      for (const name of ['Undo', 'Undo', 'Undo']) await press(page, name)
      await expect.poll(() => field(page).inputValue()).toBe('Cups and plates')
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.name')).toBe('excerpt')
      leave(page)
    }, world.administrator)
  })

  it('a text that it cannot keep stays HTML, says why, and is saved as it was', async () => {
    const { id } = await event('Hours', TABLE)
    const before = await facts(id)
    await world.inWindow(async page => {
      await page.goto(`/manage/events/${id}`)
      await page.getByText('the editor cannot keep: tables, classes, styles and other attributes.').waitFor()
      expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe(TABLE)
      await lookAt(page, 'editor-html')
      await press(page, 'Save')
      await page.getByText('Saved.').waitFor()
      expect(await facts(id)).toBe(before)
      await press(page, 'Use the editor, and lose them')
      await expect
        .poll(() => field(page).inputValue())
        .toBe('<p>Hours</p>\n<p>Monday</p>\n<p>Closed on Tuesday</p>')
      await press(page, 'As HTML')
      await expect.poll(() => field(page).inputValue()).toBe(TABLE)
      leave(page)
    }, world.administrator)
    expect(await facts(id)).toBe(before)
  })

  it('a text that is seen in the editor and left alone is saved as it was', async () => {
    const { id } = await event('Left alone', 'One &amp; two\nthree <b>four</b>\n\n\n<i>five</i>')
    const before = await facts(id)
    await world.inWindow(async page => {
      await page.goto(`/manage/events/${id}`)
      await editorOf(page).click()
      await page.keyboard.press('ArrowRight')
      await press(page, 'As HTML')
      await press(page, 'Use the editor')
      await editorOf(page).waitFor()
      await press(page, 'Save')
      await page.getByText('Saved.').waitFor()
    }, world.administrator)
    expect(await facts(id)).toBe(before)
  })

  it('who is signed in no more gets the text back in the editor', async () => {
    const { id } = await event('Signed out', 'Once.')
    await world.inWindow(
      async page => {
        await signIn(page)
        await page.goto(`/manage/events/${id}`)
        await editorOf(page).getByText('Once.').click()
        await page.keyboard.press('Home')
        await page.keyboard.type('Twice, not ')
        await page.context().clearCookies()
        await press(page, 'Save')
        await page.getByText('Nothing is lost').waitFor()
        await page.getByLabel('Login or e-mail address').fill('admin')
        await page.getByLabel('Password').fill(PASSWORD)
        await press(page, 'Sign in and go on')
        await editorOf(page).getByText('Twice, not Once.').waitFor()
        await press(page, 'Save')
        await page.getByText('Saved.').waitFor()
        await expect.poll(() => field(page).inputValue()).toBe('Twice, not Once.')
      },
      { allowed: [/status of 401/] },
    )
  })

  it('without scripts it is a field of HTML, and nothing else', async () => {
    const { id } = await event('Plainly', '<p>One</p>')
    await world.inWindow(
      async page => {
        await page.goto(`/manage/events/${id}`)
        await page.getByLabel('Text', { exact: true }).fill('<p>Two</p>')
        expect(await page.getByRole('button', { name: 'Bold' }).count()).toBe(0)
        await press(page, 'Save')
        await page.getByText('Saved.').waitFor()
        expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('<p>Two</p>')
      },
      { ...world.administrator, javaScriptEnabled: false },
    )
  })

  it('what is pasted or dropped keeps what a text has, and files are refused', async () => {
    await world.inWindow(async page => {
      await page.goto('/manage/venues/new')
      await editorOf(page).click()
      const paste = (type: string, data: string) =>
        page.evaluate(`(() => {
          const data = new DataTransfer()
          if (${JSON.stringify(type)} === 'file') data.items.add(new File(['x'], 'a.png', { type: 'image/png' }))
          else data.setData(${JSON.stringify(type)}, ${JSON.stringify(data)})
          document.activeElement.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        })()`)
      await paste(
        'text/html',
        '<meta charset="utf-8"><b style="font-weight:normal"><p style="margin:0" onclick="x()"><span style="font-weight:700">Doors</span> open</p></b>' +
          '<img src="https://elsewhere.example/a.png"><script>x()</script><table><tr><td>at 6</td></tr></table>',
      )
      await expect.poll(() => field(page).inputValue()).toBe('<strong>Doors</strong> open\n\nat 6')
      await paste('file', '')
      await page.getByText('A text holds no files.').waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('<strong>Doors</strong> open\n\nat 6')
      await expectAccessible(page, 'venue with an editor')
      leave(page)
    }, world.administrator)
  })

  it('two people who change one text choose between what both typed', async () => {
    const { id } = await event('Shared', 'Once.')
    const type = async (page: Page, text: string) => {
      await editorOf(page).click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
      await press(page, 'Save')
    }
    await world.inWindow(
      async ann => {
        await ann.goto(`/manage/events/${id}`)
        await world.inWindow(async bob => {
          await bob.goto(`/manage/events/${id}`)
          await type(bob, 'Bob’s.')
          await bob.getByText('Saved.').waitFor()
        }, world.administrator)
        await type(ann, 'Ann’s.')
        await ann.getByRole('heading', { name: 'Somebody else changed this, too' }).waitFor()
        await editorOf(ann).getByText('Ann’s.').waitFor()
        await ann.getByRole('radio', { name: /As you typed it/ }).check()
        await press(ann, 'Save')
        await ann.getByText('Saved.').waitFor()
      },
      { ...world.administrator, allowed: [/status of 409/] },
    )
    const { description } = await world.site.ask<{ description: string }>(`GET /cal/events/v1/events/${id}`)
    expect(description).toBe('<p>Ann’s.</p>')
  })

  it('a preview shows what is typed, and a duplicate begins with the text', async () => {
    const { id } = await event('Looked at', '<p>Once</p>\n<ul>\n<li>Cups</li>\n</ul>')
    await world.inWindow(async page => {
      await page.goto(`/manage/events/new?from=${id}`)
      await editorOf(page).getByText('Once').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' more')
      const opening = page.context().waitForEvent('page')
      await page.getByRole('button', { name: 'Preview in another window' }).click()
      const shown = await opening
      await shown.getByText('Once more', { exact: true }).waitFor()
      await expect.poll(() => field(page).inputValue()).toBe('<p>Once more</p>\n<ul>\n<li>Cups</li>\n</ul>')
      leave(page)
    }, world.administrator)
  })

  it('from right to left, arrows go the other way', async () => {
    const { id } = await event('יריד', '<p>ספרים, עוגה וקפה. PTA!</p>\n<ul>\n<li>כוסות</li>\n</ul>')
    await world.inWindow(async page => {
      await fromRightToLeft(page)
      await page.goto(`/manage/events/${id}`)
      await editorOf(page).waitFor()
      await page.getByRole('button', { name: 'Bold', exact: true }).focus()
      await page.keyboard.press('ArrowLeft')
      expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Italic')
      await lookAt(page, 'editor-rtl')
    }, world.administrator)
  })
})
