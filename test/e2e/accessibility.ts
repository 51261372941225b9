import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { layoutProblems } from './layout.ts'

interface Display {
  width: number
  colorScheme: 'dark' | 'light'
  text?: '200%'
  axe?: 'all rules' | 'contrast of changed texts'
}
type Violations = AxeResults['violations']

/**
 * Themes differ in colours only. So each runs all rules at one of two sizes, and at the other size only the contrast of
 * what looks different there. Begins with the size at which the check of the page before ended.
 */
const allDisplays: Display[] = [
  { width: 1440, colorScheme: 'dark', axe: 'all rules' },
  { width: 1024, colorScheme: 'dark' },
  { width: 768, colorScheme: 'dark' },
  { width: 360, colorScheme: 'dark', text: '200%' },
  { width: 390, colorScheme: 'dark', axe: 'contrast of changed texts' },
  { width: 390, colorScheme: 'light', axe: 'all rules' },
  { width: 1440, colorScheme: 'light', axe: 'contrast of changed texts' },
]

/** `npm run test:all` checks all screens on all displays, `npm test` one screen of each route on the first. */
export const onAllDisplays = process.env.E2E_DISPLAYS === 'all'
const displays = onAllDisplays ? allDisplays : allDisplays.slice(0, 1)

/**
 * Axe violations and layout faults of the current page on the displays. `isKnown`: the page was checked for another
 * role, so that Axe runs once only.
 */
export async function screenProblems(page: Page, isKnown = false): Promise<string[]> {
  const problems: string[] = []
  await withoutTransitions(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const checked = new Set<number>()
  let shown: Partial<Display> = {}
  for (const { width, colorScheme, axe, text } of displays) {
    if (isKnown && checked.has(width)) continue
    await Promise.all([
      shown.text !== text && setTextSize(page, text),
      shown.colorScheme !== colorScheme && page.emulateMedia({ colorScheme }),
      page.viewportSize()?.width !== width &&
        page.setViewportSize({ width, height: width < 768 ? 740 : 900 }),
    ])
    shown = { colorScheme, text }
    const found = checked.has(width) ? [] : await layoutProblems(page)
    if (axe && (!isKnown || checked.size === 0)) found.push(...descriptions(await violations(page, axe)))
    problems.push(...found.map((problem) => `${width}px, ${colorScheme}, text ${text ?? '100%'}: ${problem}`))
    checked.add(width)
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

function setTextSize(page: Page, size = ''): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)
}

/** Loads Axe together with each page that is opened from now on, which takes less time than loading it into each. */
export function loadAxeWithPages(page: Page): Promise<unknown> {
  return page.addInitScript(axeSource)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

function violations(page: Page, rules: Display['axe']): Promise<Violations> {
  return page.evaluate(runAxe, rules)
}

/** Runs in the browser, so it contains everything it calls. */
async function runAxe(rules: Display['axe']): Promise<Violations> {
  type Looks = WeakMap<Element, string>
  const shared = window as unknown as {
    axe: { run(context: unknown, options: RunOptions): Promise<AxeResults> }
    looks: Looks
  }
  if (rules === 'all rules') shared.looks = new WeakMap()
  const changed = changedTexts(shared.looks)
  // Reporting passed rules takes time. No enabled rule reads preloaded style sheets. The layout check measures targets
  // at all sizes, and allows no small ones between others.
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    rules: { 'target-size': { enabled: false } },
  }
  if (rules === 'all rules') return (await shared.axe.run(document, options)).violations
  if (changed.length === 0) return []
  return (await shared.axe.run({ include: changed }, { ...options, runOnly: ['color-contrast'] })).violations

  /** Visible texts and fields that were hidden, or had another color, size or background, at the run of all rules. */
  function changedTexts(looks: Looks): Element[] {
    const found: Element[] = []
    const surfaces = new Map<Element, string>()
    for (const element of document.body.querySelectorAll('*')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (!hasText && !element.matches('input, select, textarea')) continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const look = [color, fontSize, fontWeight, surfaceOf(element, surfaces)].join()
      if (looks.get(element) !== look) found.push(element)
      looks.set(element, look)
    }
    return found
  }

  function surfaceOf(element: Element, known: Map<Element, string>): string {
    const parent = element.parentElement
    const behind = parent ? (known.get(parent) ?? surfaceOf(parent, known)) : ''
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const surface = `${behind};${backgroundColor},${backgroundImage},${opacity}`
    known.set(element, surface)
    return surface
  }
}

function descriptions(found: Violations): string[] {
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, any, all }) => `${id}: ${html} (${[...any, ...all].map(({ message }) => message).join('; ')})`,
    ),
  )
}
