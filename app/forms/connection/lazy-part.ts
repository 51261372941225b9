import { lazy } from 'react'

const retryMs = 3_000

/**
 * A part of a page whose code browsers load later. Without a connection it is asked for again and again: what the server
 * sent stays until then, where an error would replace the page.
 */
export function lazyPart<Props>(load: () => Promise<{ default: React.ComponentType<Props> }>) {
  const attempt = (): ReturnType<typeof load> =>
    load().catch(() => new Promise((resolve) => setTimeout(resolve, retryMs)).then(attempt))
  return lazy(attempt)
}
