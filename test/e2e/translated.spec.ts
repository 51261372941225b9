import type { Page } from '@playwright/test'
import { makeBallot, makeChallenge } from '#test/builders.ts'
import { partsHydrated, phone } from './pages.ts'
import { signIn } from './sign-in.ts'
import { expect, test } from './test.ts'

test.use(phone)

/** React renders a part of the page anew whose texts a browser changes before it is hydrated. */
const renderedAgain = /React error #418/

const translators = {
  Chrome: { tag: 'font', inserts: false },
  'Yandex Browser': { tag: 'ya-tr-span', inserts: false },
  'one that inserts before it removes': { tag: 'font', inserts: true },
} as const

/** Replaces each text by an element, now and later. */
async function translate(
  page: Page,
  translator: (typeof translators)[keyof typeof translators],
): Promise<void> {
  await page.evaluate(({ tag, inserts }) => {
    const untranslated = `${tag}, script, style, textarea, option, svg, [translate=no]`
    const translateText = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest(untranslated)) return
      const [outer, inner] = [document.createElement(tag), document.createElement(tag)]
      inner.textContent = text.data.toUpperCase()
      outer.append(inner)
      if (!inserts) return text.replaceWith(outer)
      text.before(outer)
      text.remove()
    }
    const translateIn = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = node instanceof Text ? [node] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(translateText)
    }
    translateIn(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.nodeName.toLowerCase() !== tag) translateIn(node)
    }).observe(document.body, { childList: true, subtree: true })
  }, translator)
}

for (const [name, translator] of Object.entries(translators))
  test(`a page goes on working that is translated by ${name}`, async ({ page, db, faults }) => {
    faults.expect(renderedAgain)
    await signIn(page, 'ann@example.org')
    const { challenge, submission } = await makeBallot(
      db,
      { title: 'Paper bridges' },
      { title: 'A red bridge' },
    )
    await page.goto(`/challenges/${challenge}/submissions/${submission}`)
    await partsHydrated(page)
    await translate(page, translator)
    const panel = page
      .getByRole('region')
      .filter({ hasText: 'VOTES' })
      .or(page.locator('section', { hasText: 'VOTES' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A RED BRIDGE')
    await page.getByRole('button', { name: /^VOTE/ }).click()
    await expect(page.getByRole('button', { name: /^UNVOTE/ })).toBeVisible()
    await expect(panel).toContainText('OF 1 VOTES')
    const field = page.getByLabel('WRITE A COMMENT')
    await field.fill('Lovely!')
    await page.getByRole('button', { name: 'COMMENT' }).click()
    await expect(page.getByText('YOUR COMMENT IS PUBLISHED.')).toBeVisible()
    await expect(page.getByText('LOVELY!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'COMMENTS (1)' })).toBeVisible()
    await expect(field).toHaveValue('')
    await page.getByRole('button', { name: /^UNVOTE/ }).click()
    await expect(page.getByRole('button', { name: /^VOTE/ })).toBeVisible()
    await page.getByRole('link', { name: 'PAPER BRIDGES' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('PAPER BRIDGES')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A RED BRIDGE')
  })

/** Moves all texts of each element into its first one, as Firefox's translation does. */
async function mergeTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const mergeIn = (root: Element) => {
      for (const element of [root, ...root.querySelectorAll('*')]) {
        if (element.closest('script, style, textarea, select, svg')) continue
        const [first, ...others] = [...element.childNodes].filter((node) => node instanceof Text)
        if (!first) continue
        first.data = [first, ...others].map(({ data }) => data).join('')
        for (const text of others) text.remove()
      }
    }
    mergeIn(document.body)
    new MutationObserver((records) => {
      for (const { target } of records) if (target instanceof Element && target.isConnected) mergeIn(target)
    }).observe(document.body, { childList: true, subtree: true })
  })
}

test('an entry is written and kept where the browser merges texts', async ({ page, db, faults }) => {
  faults.expect(/\b422\b/)
  faults.expect(renderedAgain)
  await signIn(page, 'ann@example.org')
  await page.goto(`/challenges/${await makeChallenge(db)}/submit`)
  await partsHydrated(page)
  await mergeTexts(page)
  const title = page.getByLabel('Title')
  for (const length of [110, 121, 112]) {
    await title.fill('x'.repeat(length))
    await expect(page.locator('[id$="-count"]', { hasText: '/120' })).toHaveText(
      `${length}/120 characters${length > 120 ? ', 1 too many' : ''}`,
    )
  }
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved, only you see it')).toBeVisible()
  await title.fill('A red bridge')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await expect(page.getByText('Draft saved, only you see it')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Entry' }).click()
  await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  await expect(title).toHaveValue('A red bridge')
})
