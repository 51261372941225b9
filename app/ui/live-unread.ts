import { LIVE_PATH } from '#domain/notifications/live-path.ts'

const channelName = 'dojo:unread'
const lockName = 'dojo:unread'
const hiddenMs = 60_000
const mostRefusals = 5
const retryMs = 60_000
const announcedMs = 60_000

export interface LiveCount {
  count: number
  /** The data of the page that it arrived at. */
  page: unknown
}

/** What the bell shows; `announcedAt` changes here. */
interface Shown {
  page: unknown
  unread: number
  announcedAt: number
}

/** Gives each count that arrives to `setLive`, and announces a larger one at most once a minute. Returns its end. */
export function showUnread(
  shown: Shown,
  setLive: (live: LiveCount) => void,
  setAnnouncement: (next: (before: number | null) => number) => void,
): () => void {
  return followUnread((count) => {
    setLive({ count, page: shown.page })
    const isNews = count > shown.unread && Date.now() - shown.announcedAt > announcedMs
    if (isNews) shown.announcedAt = Date.now()
    setAnnouncement((before) => (isNews ? count : (before ?? 0)))
  })
}

/**
 * Follows the viewer's count of unread notifications while the page is visible. Of all tabs one holds the stream, which
 * counts as a connection, and tells the others; without Web Locks each tab has one. Returns the function that ends it.
 */
function followUnread(onCount: (count: number) => void): () => void {
  if (typeof BroadcastChannel === 'undefined' || typeof EventSource === 'undefined') return () => {}
  const channel = new BroadcastChannel(channelName)
  let leaving: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function enter(): void {
    clearTimeout(timer)
    if (leaving) return
    leaving = new AbortController()
    const { signal } = leaving
    const hold = () => stream(tell, signal)
    // Rejects when it is left while it waits.
    if (navigator.locks) navigator.locks.request(lockName, { signal }, hold).catch(() => {})
    else void hold()
  }

  function leave(): void {
    clearTimeout(timer)
    leaving?.abort()
    leaving = undefined
  }

  function tell(count: number): void {
    onCount(count)
    channel.postMessage(count)
  }

  function onVisibility(): void {
    if (document.visibilityState === 'visible') enter()
    else timer = setTimeout(leave, hiddenMs)
  }

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') onCount(data)
  }
  document.addEventListener('visibilitychange', onVisibility)
  // An open stream would keep the page out of the browser's cache of pages.
  addEventListener('pagehide', leave)
  addEventListener('pageshow', onVisibility)
  onVisibility()
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', onVisibility)
    leave()
    channel.close()
  }
}

/**
 * Resolves when the stream was left, was ended by the server or is refused again and again. The browser reopens a lost
 * one, but not a refused one, as during a restart behind a proxy.
 */
function stream(onCount: (count: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource
    let refusals = 0
    let retry: ReturnType<typeof setTimeout> | undefined

    function open(): void {
      source = new EventSource(LIVE_PATH)
      source.onmessage = ({ data }: MessageEvent<string>) => {
        refusals = 0
        onCount(Number(data))
      }
      source.addEventListener('end', end)
      source.onerror = () => {
        if (source.readyState !== EventSource.CLOSED) return
        refusals += 1
        if (refusals < mostRefusals) retry = setTimeout(open, retryMs * (1 + Math.random()))
        else end()
      }
    }

    function end(): void {
      clearTimeout(retry)
      source.close()
      resolve()
    }

    open()
    signal.addEventListener('abort', end)
  })
}
