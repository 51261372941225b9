import { createElement, lazy, useState } from 'react'

const partsOfServer: Promise<unknown>[] = []

/** On the server, once all parts are loaded: no page waits for one (decision 034). */
export async function partsLoaded(): Promise<void> {
  // A part may have parts, which are added while this waits.
  for (const part of partsOfServer) await part
}

/**
 * A part of a page, the export `name` of a module, whose code browsers load later. Without a connection it is loaded
 * again, each time after a longer wait: what the server sent stays until then, and an error does not replace the page.
 * `preload` loads it before its first use, which then waits for nothing.
 */
export function lazyPart<Name extends string, Module extends Record<Name, (props: never) => React.ReactNode>>(
  load: () => Promise<Module>,
  name: Name,
) {
  type Props = Module[Name] extends (props: infer Known) => unknown ? Known : never
  let ready: React.ComponentType<Props> | undefined
  let loading: Promise<{ default: React.ComponentType<Props> }> | undefined
  const attempt = (waitMs: number): Promise<Module> =>
    load().catch(() => new Promise((resolve) => setTimeout(resolve, waitMs)).then(() => attempt(2 * waitMs)))
  const loadOnce = () => {
    loading ??= attempt(2_000).then((module) => {
      ready = module[name] as React.FunctionComponent<never> as React.FunctionComponent<Props>
      return { default: ready }
    })
    return loading
  }
  if (import.meta.env.SSR) partsOfServer.push(loadOnce())
  const Lazy = lazy(loadOnce)
  function Part(props: Props & React.JSX.IntrinsicAttributes) {
    const [Shown] = useState<React.ElementType>(() => ready ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(Part, { preload: () => void loadOnce() })
}
