import { lazy } from 'react'

/**
 * A part of a page whose code browsers load later. Without a connection it is loaded again, each time after a longer
 * wait: what the server sent stays until then, and an error does not replace the page.
 */
export function lazyPart<Props>(load: () => Promise<{ default: React.ComponentType<Props> }>) {
  const attempt = (waitMs: number): ReturnType<typeof load> =>
    load().catch(() => new Promise((resolve) => setTimeout(resolve, waitMs)).then(() => attempt(2 * waitMs)))
  return lazy(() => attempt(2_000))
}
