import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Look = { size: keyof typeof sizes; colorScheme: 'dark' | 'light'; rules?: string[] }
type Found = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

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
export async function problemsInSight(page: Page): Promise<string[]> {
  const problems: string[] = []
  await withoutTransitions(page)
  for (const look of looks) {
    await page.setViewportSize(sizes[look.size])
    await page.emulateMedia({ colorScheme: look.colorScheme })
    if (await scrollsSideways(page)) problems.push(`${look.size}: wider than the screen`)
    const found = look === looks[0] ? await firstViolations(page) : await furtherViolations(page, look.rules)
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

const options = { rules: { 'target-size': { enabled: true } } }

async function firstViolations(page: Page): Promise<Found> {
  return (await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()).violations
}

/** Axe stays in a page after its first look, which spares most of the time of every further one. */
function furtherViolations(page: Page, only?: string[]): Promise<Found> {
  return page.evaluate(
    async (asked) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Found }> } }
      return (await axe.run(asked)).violations
    },
    only ? { runOnly: only } : options,
  )
}

function told(found: Found): string[] {
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, any, all }) => `${id}: ${html} (${[...any, ...all].map(({ message }) => message).join('; ')})`,
    ),
  )
}
