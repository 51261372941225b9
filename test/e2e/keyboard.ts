import { expect, type Locator, type Page } from '@playwright/test'

const maxSteps = 120

/**
 * Presses Tab, or another key, until the control has the focus. Every element on the way must show its focus, and be
 * covered by nothing.
 */
export async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  // Otherwise Tab may be pressed on the previous page.
  await control.first().waitFor({ state: 'attached' })
  for (let step = 0; step < maxSteps; step++) {
    await page.keyboard.press(key)
    if (await unseenFocus(page)) await expect.poll(() => unseenFocus(page)).toBe('')
    if (await hasFocus(control)) return
  }
  throw new Error(`Tab did not reach ${control}`)
}

export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Types into the field that Tab reaches next by this label, in place of what it holds. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluateAll((found) => found.some((element) => element === document.activeElement))
}

/** HTML of the focused element if neither it nor an ancestor has a visible outline, or if it is covered, else ''. */
function unseenFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    // Tab leads to no element with -1: the page itself has moved the focus there.
    if (!focused || focused.matches('body, [tabindex="-1"]')) return ''
    for (let at: Element | null = focused; at && at.tagName !== 'MAIN'; at = at.parentElement) {
      if (isOutlined(at)) return isCovered(at) ? `covered: ${focused.outerHTML.slice(0, 200)}` : ''
    }
    return focused.outerHTML.slice(0, 200)

    /** Whether another element, such as a bar at an edge of the window, is over its middle, or the middle is outside. */
    function isCovered(element: Element): boolean {
      const [{ left, right, top, bottom } = element.getBoundingClientRect()] = element.getClientRects()
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return !element.contains(found)
    }

    function isOutlined(element: Element): boolean {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
      const room = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const { width, height, bottom, right } = element.getBoundingClientRect()
      const seen = width > 1 && height > 1 && bottom > 0 && right > 0
      return (
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && seen && !isClipped(element, room)
      )
    }

    /** Whether an ancestor clips the outline at every side. */
    function isClipped(element: Element, room: number): boolean {
      const inner = element.getBoundingClientRect()
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue
        const outer = at.getBoundingClientRect()
        const sides = [
          inner.left - outer.left,
          inner.top - outer.top,
          outer.right - inner.right,
          outer.bottom - inner.bottom,
        ]
        if (sides.every((space) => space < room)) return true
      }
      return false
    }
  })
}
