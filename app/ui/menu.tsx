import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface Props {
  trigger: React.ReactNode
  className?: string
  children: React.ReactNode
}

/**
 * A disclosure that works without JavaScript. With it, an outside click, Escape and navigation close it; Escape returns
 * the focus.
 */
export function Menu({ trigger, className = '', children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  useEffect(() => closeFromOutside(details), [])

  return (
    <details key={key} ref={details} name="site-menu" className={`relative ${className}`}>
      {trigger}
      {children}
    </details>
  )
}

function closeFromOutside(menu: React.RefObject<HTMLDetailsElement | null>) {
  function onPointerDown(event: PointerEvent) {
    if (!menu.current?.contains(event.target as Node)) close(menu.current)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !menu.current?.open) return
    close(menu.current)
    menu.current.querySelector('summary')?.focus()
  }
  document.addEventListener('pointerdown', onPointerDown)
  document.addEventListener('keydown', onKeyDown)
  return () => {
    document.removeEventListener('pointerdown', onPointerDown)
    document.removeEventListener('keydown', onKeyDown)
  }
}

function close(menu: HTMLDetailsElement | null) {
  if (menu) menu.open = false
}
