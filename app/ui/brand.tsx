import { Link } from 'react-router'
import { Mark } from './icon.tsx'

/** The mark and the product's name, a link to the home page. Without room, the name wraps out of sight. */
export function Brand({ productName, className = '' }: { productName: string; className?: string }) {
  return (
    <Link
      to="/"
      className={`inline-flex h-11 min-w-0 flex-wrap content-start gap-x-2.5 overflow-hidden font-display text-[1.25rem] leading-11 font-bold tracking-[-0.01em] whitespace-nowrap ${className}`}
    >
      <span className="flex h-11 items-center">
        <Mark />
      </span>
      <span className="max-w-full truncate">{productName}</span>
    </Link>
  )
}
