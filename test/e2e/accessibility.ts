import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

type Display = { size: keyof typeof sizes; colorScheme: 'dark' | 'light'; rules?: string[] }
type Violations = AxeResults['violations']

const sizes = {
  wide: { width: 1280, height: 900 },
  narrow: { width: 360, height: 740 },
}

/** Themes differ in colours only, so the second theme of each size runs the contrast rule alone. */
const displays: Display[] = [
  { size: 'wide', colorScheme: 'dark' },
  { size: 'wide', colorScheme: 'light', rules: ['color-contrast'] },
  { size: 'narrow', colorScheme: 'light' },
  { size: 'narrow', colorScheme: 'dark', rules: ['color-contrast'] },
]

/** Axe violations and horizontal overflow of the current page, in both themes, at 1280 and 360 pixels. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  await withoutTransitions(page)
  await page.evaluate(axeSource)
  for (const display of displays) {
    await page.setViewportSize(sizes[display.size])
    await page.emulateMedia({ colorScheme: display.colorScheme })
    if (await scrollsSideways(page)) problems.push(`${display.size}: wider than the screen`)
    const found = await violations(page, display.rules)
    problems.push(
      ...descriptions(found).map((problem) => `${display.size}, ${display.colorScheme}: ${problem}`),
    )
  }
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

function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// Reporting passed rules takes time.
const violationsOnly: RunOptions = { resultTypes: ['violations'] }
const allRules: RunOptions = { ...violationsOnly, rules: { 'target-size': { enabled: true } } }

function violations(page: Page, only?: string[]): Promise<Violations> {
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
      return (await axe.run(options)).violations
    },
    only ? { ...violationsOnly, runOnly: only } : allRules,
  )
}

function descriptions(found: Violations): string[] {
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, any, all }) => `${id}: ${html} (${[...any, ...all].map(({ message }) => message).join('; ')})`,
    ),
  )
}
