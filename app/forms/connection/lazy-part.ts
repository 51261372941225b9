import { lazy } from 'react'

const retryMs = { first: 1_000, longest: 30_000 }

/**
 * A part of a page whose code browsers load later. Without a connection it is asked for again and again: what the server
 * sent stays until then, where an error would replace the page.
 */
export function lazyPart<Props>(load: () => Promise<React.ComponentType<Props>>) {
  return lazy(async () => ({ default: await untilLoaded(load) }))
}

async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let waitMs = retryMs.first; ; waitMs = Math.min(2 * waitMs, retryMs.longest)) {
    try {
      return await load()
    } catch {
      await connectionOr(waitMs)
    }
  }
}

/** Waits for so long, or until the browser is online again. */
function connectionOr(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, waitMs)
    addEventListener('online', end)
  })
}
