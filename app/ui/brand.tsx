import { Link } from 'react-router'
import { Mark } from './icon.tsx'

/** The mark and the product's name, a link to the home page. */
export function Brand({ productName, className = '' }: { productName: string; className?: string }) {
  return (
    <Link
      to="/"
      className={`inline-flex min-h-11 items-center gap-2.5 font-display text-[1.25rem] font-bold tracking-[-0.01em] whitespace-nowrap ${className}`}
    >
      <Mark />
      <span>{productName}</span>
    </Link>
  )
}
