import type { Page } from 'playwright-core'

/** From now on every document comes as it would in a language that is written from right to left. */
export const fromRightToLeft = (page: Page): Promise<unknown> =>
  page.route('**/*', async route => {
    if (route.request().resourceType() !== 'document') {
      await route.fallback()
      return
    }
    const response = await route.fetch({ maxRedirects: 0 })
    const text = await response.text()
    await route.fulfill({
      response,
      body: text.replace('<html lang="en" dir="ltr">', '<html lang="ar" dir="rtl">'),
    })
  })
