const SIZES = { sm: 'size-4', md: 'size-8', lg: 'size-14' } as const

interface Props {
  size?: keyof typeof SIZES
  /** Announced to screen readers; absent beside a text. */
  label?: string
  fullScreen?: boolean
}

export function Spinner({ size = 'md', label, fullScreen = false }: Props) {
  const ring = (
    <svg viewBox="0 0 32 32" className={`shrink-0 animate-turn ${SIZES[size]}`} aria-hidden="true">
      <path
        d="M20 3.7A13 13 0 1 0 28.6 13"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
  if (!label && !fullScreen) return ring
  return (
    <div
      role="status"
      className={`grid place-items-center gap-4 text-go ${fullScreen ? 'min-h-[80dvh]' : 'py-10'}`}
    >
      {ring}
      <span className="sr-only">{label ?? 'Loading'}</span>
    </div>
  )
}
