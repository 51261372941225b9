import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { loadRouteModules } from '#app/forms/connection/route-modules.ts'

/** For links that open a dialog: their route is loaded with the page. */
export const preloaded = { 'data-preload': '' }

/**
 * Loads the modules of the page's form actions when the browser is idle, and those of a link when the pointer enters
 * it.
 */
export function usePreloadedModules() {
  const { key } = useLocation()
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === key) return
    return whenIdle(() => {
      shown.current = key
      for (const path of preloadedPaths()) load(path)
    })
  }, [key])
  useEffect(() => {
    const events = ['pointerover', 'pointerdown', 'focusin'] as const
    for (const name of events) document.addEventListener(name, loadTarget, { passive: true })
    return () => {
      for (const name of events) document.removeEventListener(name, loadTarget)
    }
  }, [])
}

function preloadedPaths(): Set<string> {
  const forms = [...document.forms].filter(({ method }) => method === 'post')
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-preload]')]
  return new Set([
    ...forms.map((form) => form.getAttribute('action') ?? ''),
    ...links.map(({ href }) => href),
  ])
}

function loadTarget({ target }: Event) {
  if (!(target instanceof Element)) return
  const link = target.closest('a')
  if (link && link.origin === location.origin && !link.target && !link.download) return load(link.href)
  const action = target.closest('form')?.getAttribute('action')
  if (action) load(action)
}

/** Ignores errors: the click loads the module again and shows them. */
function load(path: string) {
  loadRouteModules(path).catch(() => {})
}

function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run, { timeout: 2_000 })
  return () => cancelIdleCallback(id)
}
