import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { layoutProblems } from './layout.ts'

type Display = { width: number; colorScheme: 'dark' | 'light'; axe?: RunOptions; text?: '200%' }
type Violations = AxeResults['violations']

// Reporting passed rules takes time.
const allRules: RunOptions = { resultTypes: ['violations'] }
const contrast: RunOptions = { ...allRules, runOnly: ['color-contrast'] }

/** Themes differ in colours only, so the second theme of a size runs the contrast rule alone. */
const displays: Display[] = [
  { width: 1440, colorScheme: 'dark', axe: allRules },
  { width: 1440, colorScheme: 'light', axe: contrast },
  { width: 1024, colorScheme: 'light' },
  { width: 768, colorScheme: 'light' },
  { width: 390, colorScheme: 'light', axe: allRules },
  { width: 390, colorScheme: 'dark', axe: contrast },
  { width: 360, colorScheme: 'dark', text: '200%' },
]

/** Axe violations of the current page in both themes, and its layout faults at all widths. */
export async function screenProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  await withoutTransitions(page)
  await page.evaluate(axeSource)
  let lastWidth = 0
  for (const { width, colorScheme, axe, text = '100%' } of displays) {
    await page.emulateMedia({ colorScheme })
    await setTextSize(page, text)
    const found: string[] = []
    if (width !== lastWidth) {
      await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
      found.push(...(await layoutProblems(page)))
    }
    if (axe) found.push(...descriptions(await violations(page, axe)))
    problems.push(...found.map((problem) => `${width}px, ${colorScheme}, text ${text}: ${problem}`))
    lastWidth = width
  }
  await setTextSize(page, '')
  return problems
}

/** Uses a constructed style sheet, which the content security policy allows. */
async function withoutTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

function violations(page: Page, options: RunOptions): Promise<Violations> {
  return page.evaluate(async (runOptions) => {
    const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
    return (await axe.run(runOptions)).violations
  }, options)
}

function descriptions(found: Violations): string[] {
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, any, all }) => `${id}: ${html} (${[...any, ...all].map(({ message }) => message).join('; ')})`,
    ),
  )
}
