import { useEffect, useState } from 'react'
import { contentLink, findMediaFile } from '#domain/media/embeds.ts'

const timeoutMs = 8_000

/**
 * Whether a link leads nowhere, as far as this browser can tell: its host does not answer, or it should be a video or
 * audio file and cannot be played. False until that is known. The server never opens links of members.
 */
export function useDeadLink(link: string): boolean {
  const [dead, setDead] = useState<string | null>(null)
  useEffect(() => {
    const url = contentLink(link)
    // A secure page may not open other links.
    if (!url?.startsWith('https:') || !navigator.onLine) return
    let isCurrent = true
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), timeoutMs)
    answers(url, stop.signal)
      .catch(() => {
        if (isCurrent) setDead(link)
      })
      // Ends the download.
      .finally(() => stop.abort())
    return () => {
      isCurrent = false
      clearTimeout(timer)
      stop.abort()
    }
  }, [link])
  return dead === link
}

/** Rejects if the address does not answer. Nothing of the answer can be read; no cookies or referrer are sent. */
async function answers(url: string, signal: AbortSignal): Promise<void> {
  const file = findMediaFile(url)
  if (file) return canPlay(file.medium, file.src, signal)
  await fetch(url, { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', signal })
}

function canPlay(medium: 'audio' | 'video', src: string, signal: AbortSignal): Promise<void> {
  const player = document.createElement(medium)
  return new Promise<void>((resolve, reject) => {
    player.onloadedmetadata = () => resolve()
    player.onerror = reject
    signal.addEventListener('abort', reject)
    player.preload = 'metadata'
    player.src = src
  }).finally(() => {
    player.removeAttribute('src')
    player.load()
  })
}
