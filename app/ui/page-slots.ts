interface PageSlot {
  page: number
  /** Pages are omitted before this one. */
  gapBefore: boolean
}

/** The first, the last, the current page and its neighbors (NAV-18). */
export function pageSlots(current: number, last: number): PageSlot[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last)
  const pages = [...new Set(wanted)].sort((one, other) => one - other)
  return pages.flatMap((page, position) => {
    const missing = page - (pages[position - 1] ?? 0) - 1
    // A gap of one page is that page: an ellipsis would take the same room.
    if (missing === 1) return [slot(page - 1), slot(page)]
    return [slot(page, missing > 0)]
  })
}

/** Up to `most` consecutive pages around the current one (ADM-2). */
export function pageWindow(current: number, last: number, most: number): PageSlot[] {
  const shown = Math.min(most, last)
  const first = Math.max(1, Math.min(current - Math.floor(most / 2), last - shown + 1))
  return Array.from({ length: shown }, (_, place) => slot(first + place))
}

function slot(page: number, gapBefore = false): PageSlot {
  return { page, gapBefore }
}
