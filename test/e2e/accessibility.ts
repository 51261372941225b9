import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

type Look = { size: keyof typeof sizes; colorScheme: 'dark' | 'light'; rules?: string[] }
type Found = AxeResults['violations']

const sizes = {
  wide: { width: 1280, height: 900 },
  narrow: { width: 360, height: 740 },
}

/** The theme changes nothing but colours. */
const looks: Look[] = [
  { size: 'wide', colorScheme: 'dark' },
  { size: 'wide', colorScheme: 'light', rules: ['color-contrast'] },
  { size: 'narrow', colorScheme: 'light' },
  { size: 'narrow', colorScheme: 'dark', rules: ['color-contrast'] },
]

/** What is wrong with the page in view, in both themes, on a wide screen and on one of 360 pixels. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  await withoutTransitions(page)
  await page.evaluate(axeSource)
  for (const look of looks) {
    await page.setViewportSize(sizes[look.size])
    await page.emulateMedia({ colorScheme: look.colorScheme })
    if (await scrollsSideways(page)) problems.push(`${look.size}: wider than the screen`)
    const found = await violations(page, look.rules)
    problems.push(...told(found).map((problem) => `${look.size}, ${look.colorScheme}: ${problem}`))
  }
  return problems
}

/** Colours change at once. A sheet of the page's own making is one that its security policy lets stand. */
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
// Details of rules that pass take time and are not read.
const violationsOnly: RunOptions = { resultTypes: ['violations'] }
const allRules: RunOptions = { ...violationsOnly, rules: { 'target-size': { enabled: true } } }

function violations(page: Page, only?: string[]): Promise<Found> {
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }
      return (await axe.run(options)).violations
    },
    only ? { ...violationsOnly, runOnly: only } : allRules,
  )
}

function told(found: Found): string[] {
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, any, all }) => `${id}: ${html} (${[...any, ...all].map(({ message }) => message).join('; ')})`,
    ),
  )
}
