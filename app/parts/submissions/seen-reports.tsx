import { useEffect } from 'react'

const dwellMs = 1_000
const batchMs = 3_000
/** Below the limit of a report. */
const mostIds = 50

export function SeenReports({ challengeId }: { challengeId: string }) {
  useEffect(() => reportSeen(challengeId), [challengeId])
  return null
}

/** Reports the cards of a challenge until the returned function is called. */
function reportSeen(challengeId: string): () => void {
  const reports = collectReports(`/challenges/${challengeId}/seen`)
  const unwatch = watchCards(challengeId, reports.add)
  return () => {
    unwatch()
    reports.end()
  }
}

/** Sends ids in batches, and what is left when the page is hidden or closed. */
function collectReports(url: string) {
  const pending = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const ids = [...pending].slice(0, mostIds)
    if (ids.length === 0) return
    for (const id of ids) pending.delete(id)
    navigator.sendBeacon(url, new URLSearchParams({ ids: ids.join(',') }))
    if (pending.size > 0) timer = setTimeout(send, batchMs)
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') send()
  }
  document.addEventListener('visibilitychange', onHide)
  return {
    add(id: string) {
      pending.add(id)
      timer ??= setTimeout(send, batchMs)
    },
    end() {
      document.removeEventListener('visibilitychange', onHide)
      send()
    },
  }
}

/** Calls `onSeen` once for each card that was at least half visible for a second, also for cards added later. */
function watchCards(challengeId: string, onSeen: (id: string) => void): () => void {
  const link = `article a:is([href^="/challenges/${challengeId}/submissions/"], [href^="/challenges/${challengeId}/voting-room/"])`
  const cards = new Map<Element, string>()
  const dwelling = new Map<Element, ReturnType<typeof setTimeout>>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(dwelling.get(target))
        if (isIntersecting)
          dwelling.set(
            target,
            setTimeout(() => seen(target), dwellMs),
          )
      }
    },
    { threshold: 0.5 },
  )
  function seen(card: Element) {
    // A hidden tab shows nothing.
    if (document.visibilityState !== 'visible') return
    const id = cards.get(card)
    if (id) onSeen(id)
    observer.unobserve(card)
  }
  function watchNew() {
    for (const anchor of document.querySelectorAll<HTMLAnchorElement>(link)) {
      const card = anchor.closest('article')
      if (!card || cards.has(card)) continue
      cards.set(card, anchor.pathname.split('/').at(-1) ?? '')
      observer.observe(card)
    }
  }
  watchNew()
  const additions = new MutationObserver(watchNew)
  additions.observe(document.body, { childList: true, subtree: true })
  return () => {
    additions.disconnect()
    observer.disconnect()
    for (const timer of dwelling.values()) clearTimeout(timer)
  }
}
