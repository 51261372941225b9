import { useLayoutEffect, useRef } from 'react'

/**
 * Nothing that is in view moves when more submissions follow: the row that they come into keeps its height, until the
 * window has another width.
 */
export function useStillRows(list: string, count: number): void {
  const shown = useRef(count)
  useLayoutEffect(() => {
    const previous = shown.current
    shown.current = count
    const items = [...(document.getElementById(list)?.children ?? [])] as HTMLElement[]
    const last = items[previous - 1]
    if (!last || count <= previous) return
    const added = items.slice(previous)
    for (const item of added) item.hidden = true
    const { width } = last.getBoundingClientRect()
    for (const item of added) item.hidden = false
    if (last.getBoundingClientRect().width === width) return
    for (const item of items) item.toggleAttribute('data-still', isStill(item) || isBeside(item, last))
  }, [list, count])
  useLayoutEffect(() => {
    const release = () => {
      for (const item of document.getElementById(list)?.children ?? []) item.removeAttribute('data-still')
    }
    addEventListener('resize', release)
    return () => removeEventListener('resize', release)
  }, [list])
}

function isStill(item: HTMLElement): boolean {
  return item.hasAttribute('data-still')
}

function isBeside(item: HTMLElement, other: HTMLElement): boolean {
  return item.offsetTop === other.offsetTop
}
