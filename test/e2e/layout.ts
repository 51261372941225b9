import type { Page } from '@playwright/test'

/**
 * Layout faults of the current page at the current size: sideways scrolling, text that is cut off, and controls that
 * are covered or smaller than 24 pixels. Menus are opened in turn. With a dialog or a menu open, only that is checked.
 */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(findProblems)
}

/** Runs in the browser, so it contains everything it calls. */
function findProblems(): string[] {
  const problems = new Set<string>()
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth > clientWidth) {
    const edges = [...document.body.querySelectorAll<HTMLElement>('*')].reverse()
    const widest = edges.find((one) => Math.abs(one.getBoundingClientRect().right - scrollWidth) <= 1)
    problems.add(`the page is ${scrollWidth - clientWidth}px too wide: ${widest ? describe(widest) : ''}`)
  }
  // A toast lies over the page for a while, by design.
  const toasts = document.querySelectorAll<HTMLElement>('[data-toasts]')
  for (const toast of toasts) toast.style.visibility = 'hidden'
  const open = document.querySelector<HTMLElement>('dialog[open], details[name][open]')
  const checked = new Set<Element>()
  check(open ?? document.body)
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
    if (open || !menu.checkVisibility()) continue
    menu.open = true
    check(menu)
    menu.open = false
  }
  scrollTo({ top: 0, behavior: 'instant' })
  checkFrame()
  for (const toast of toasts) toast.style.visibility = ''
  return [...problems]

  /** The product's name is in sight, the cookie banner is one line, and links within the page lead on. */
  function checkFrame(): void {
    const isFullScreen = document.querySelector('[data-full-screen]') !== null
    const brand = isFullScreen ? null : document.querySelector('header a[href="/"]')
    const range = document.createRange()
    if (brand && !open) {
      range.selectNodeContents(brand.lastElementChild ?? brand)
      const { left, top, width, height } = range.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2, top + height / 2)
      const { bottom } = brand.getBoundingClientRect()
      if (!brand.contains(found) || top + height > bottom + 1)
        problems.add('the product name is out of sight')
    }
    for (const { hash } of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
      if (!document.getElementById(hash.slice(1))) problems.add(`no element has the id of the link ${hash}`)
    const banner = document.querySelector('section[aria-label="Cookies"]')
    const isEnlarged = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 16
    const tallest = isEnlarged ? innerHeight / 2 : 56
    if (banner && banner.getBoundingClientRect().height > tallest)
      problems.add(`the cookie banner is higher than ${tallest}px`)
  }

  function check(root: HTMLElement): void {
    checkTexts(root)
    const controls =
      'a[href]:not([href="#content"], [href="#page"]), button, summary, select, textarea, input:not([type=hidden]), [role=button], [role=slider]'
    for (const control of root.querySelectorAll<HTMLElement>(controls)) {
      if (checked.has(control)) continue
      const target = targetOf(control)
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      checked.add(control)
      checkControl(control, target)
    }
  }

  /** A checkbox, radio button or file field is operated by its label. */
  function targetOf(control: HTMLElement): HTMLElement {
    const label = control instanceof HTMLInputElement && control.labels?.[0]
    return label && control.matches('[type=checkbox], [type=radio], [type=file]') ? label : control
  }

  function checkControl(control: HTMLElement, target: HTMLElement): void {
    let line = lineInSight(target)
    // What scrolls within the page may still hide it.
    if (line && coveredAt(control, target, ...centerOf(line)) !== null) line = scrolledTo(target)
    if (!line) return
    const [x, y] = centerOf(line)
    const covering = coveredAt(control, target, x, y)
    if (covering !== null) {
      problems.add(`${describe(control)} is covered by ${covering}`)
      return
    }
    if (Math.min(line.width, line.height) >= 24 || isInline(control)) return
    // A pseudo-element may extend it.
    const edges = [
      [x - 11.5, y],
      [x + 11.5, y],
      [x, y - 11.5],
      [x, y + 11.5],
    ] as const
    const isSmall = edges.some(([left, top]) => coveredAt(control, target, left, top) !== null)
    if (isSmall) problems.add(`${describe(control)} is smaller than 24px: ${line.width} x ${line.height}`)
  }

  /** The first line of a target in the middle of the window. Scrolling takes the most time of this check. */
  function lineInSight(target: HTMLElement): DOMRect | undefined {
    const [line] = target.getClientRects()
    const inSight = line && line.top > innerHeight / 4 && line.bottom < innerHeight * 0.8
    return inSight && line.left >= 0 && line.right <= clientWidth ? line : scrolledTo(target)
  }

  function scrolledTo(target: HTMLElement): DOMRect | undefined {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [line] = target.getClientRects()
    // Several lines may be higher than the window.
    const y = line ? centerOf(line)[1] : innerHeight / 2
    if (y < innerHeight / 4) scrollBy({ top: y - innerHeight / 2, behavior: 'instant' })
    return target.getClientRects()[0]
  }

  function centerOf({ left, top, width, height }: DOMRect): [x: number, y: number] {
    return [left + width / 2, top + height / 2]
  }

  /** What a click there reaches in place of the control, or null. */
  function coveredAt(control: HTMLElement, target: HTMLElement, x: number, y: number): string | null {
    const found = document.elementFromPoint(x, y)
    if (!found) return 'the edge of the screen'
    if (target.contains(found) || control.contains(found)) return null
    return found.closest('label')?.control === control ? null : describe(found)
  }

  /** A link in a sentence may be as low as its line (WCAG 2.5.8). */
  function isInline(control: HTMLElement): boolean {
    if (getComputedStyle(control).display !== 'inline') return false
    const sentence = control.parentElement?.textContent?.trim() ?? ''
    return sentence.length > (control.textContent?.trim().length ?? 0)
  }

  function checkTexts(root: HTMLElement): void {
    const bounds = new Map<Element, { left: number; right: number }>()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true }))
        continue
      range.selectNodeContents(node)
      const { left, right, width } = range.getBoundingClientRect()
      if (width <= 1) continue
      // An e-mail address tells members of the same name apart.
      if (/\S@\S/.test(node.textContent) && parent.scrollWidth > parent.clientWidth + 1)
        problems.add(`cut off: ${describe(parent)}`)
      const clip = clipOf(parent, bounds)
      if (left < clip.left - 1 || right > clip.right + 1)
        problems.add(`cut off: ${describe(parent)} at ${Math.round(left)} to ${Math.round(right)}`)
    }
  }

  /** Where the texts of an element can be seen. What scrolls, or ends in an ellipsis, shows all in its way. */
  function clipOf(
    element: Element,
    bounds: Map<Element, { left: number; right: number }>,
  ): { left: number; right: number } {
    const known = bounds.get(element)
    if (known) return known
    const parent = element.parentElement
    const style = getComputedStyle(element)
    const everywhere = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }
    let clip = parent ? clipOf(parent, bounds) : { left: 0, right: clientWidth }
    const { left, right, width } = element.getBoundingClientRect()
    if (/auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis' || width <= 1)
      clip = everywhere
    else if (style.overflowX !== 'visible' && element !== document.body)
      clip = { left: Math.max(clip.left, left), right: Math.min(clip.right, right) }
    if (style.position === 'fixed') clip = { left: 0, right: clientWidth }
    bounds.set(element, clip)
    return clip
  }

  function describe(element: Element): string {
    const text = element.textContent?.trim().replace(/\s+/g, ' ').slice(0, 40)
    const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? text
    return `<${element.localName} class="${element.getAttribute('class')?.slice(0, 60) ?? ''}"> ‘${name}’`
  }
}
