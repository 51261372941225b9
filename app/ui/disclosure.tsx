import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface Props {
  summary: React.ReactNode
  className?: string
  summaryClassName: string
  children?: React.ReactNode
}

export function Disclosure({ summary, className, summaryClassName, children }: Props) {
  return (
    <details className={`group/disclosure ${className ?? ''}`}>
      <summary className={`hover:text-go-text ${summaryClassName}`}>
        {summary}
        <span
          aria-hidden="true"
          className="ml-2.5 inline-block size-1.5 -translate-y-[0.15rem] rotate-45 border-current border-r-[1.5px] border-b-[1.5px] group-open/disclosure:translate-y-[0.05rem] group-open/disclosure:rotate-225"
        />
      </summary>
      {children}
    </details>
  )
}

interface MenuProps {
  trigger: React.ReactNode
  className?: string
  children: React.ReactNode
}

/**
 * A disclosure that works without JavaScript. With it, an outside click, Escape and navigation close it; Escape returns
 * the focus.
 */
export function Menu({ trigger, className = '', children }: MenuProps) {
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
