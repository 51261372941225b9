/** The key of a control, beside its label. `aria-keyshortcuts` tells it to screen readers. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span
      aria-hidden="true"
      className="rounded-xs border border-current/50 px-1.25 font-sans text-[0.75rem] leading-4 noscript:hidden pointer-coarse:hidden"
    >
      {children}
    </span>
  )
}
