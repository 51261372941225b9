import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A row of links that scrolls, whose edges fade where a link is cut off. */
export const SCROLLING_ROW =
  'flex whitespace-nowrap max-lg:scroll-px-12 max-lg:overflow-x-auto max-lg:[mask-image:linear-gradient(to_right,transparent,black_1.25rem,black_calc(100%-3rem),transparent)] max-lg:[scrollbar-width:none]'

/** For its items: without scripts, the row begins at the current link. */
export const SCROLLING_ITEM = 'flex-none max-lg:has-aria-[current=page]:[scroll-initial-target:nearest]'

/** Scrolls such a row to its current link if that is not between the faded edges. */
export function useCurrentInView() {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router marks another link as current with the path
  useEffect(() => {
    const link = list.current?.querySelector('[aria-current="page"]')
    if (!list.current || !link) return
    const { left, width } = link.getBoundingClientRect()
    const row = list.current.getBoundingClientRect()
    const fromCenter = left + width / 2 - (row.left + row.width / 2)
    const { scrollPaddingLeft } = getComputedStyle(list.current)
    const room = row.width / 2 - Number.parseFloat(scrollPaddingLeft)
    if (Math.abs(fromCenter) + width / 2 > room + 1) list.current.scrollLeft += fromCenter
  }, [pathname])
  return list
}
