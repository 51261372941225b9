import { Link } from 'react-router'
import { Mark } from '#app/ui/icon.tsx'
import { imageUrl } from '#domain/media/sources.ts'

export interface BrandProps {
  productName: string
  /** The id of its image; empty for the mark of the dojo. */
  logo: string
}

/** The logo and the product name, linked to the home page. With large text on phones only the name is shown. */
export function Brand({ productName, logo, className = '' }: BrandProps & { className?: string }) {
  return (
    <Link
      to="/"
      className={`inline-flex h-11 min-w-0 flex-wrap-reverse content-end gap-x-[min(0.625rem,2.5vw)] overflow-hidden font-display text-[length:min(1.25rem,max(4.5vw,12vw-1.5rem))] font-bold tracking-[-0.01em] ${className}`}
    >
      <span className="flex h-11 items-center">
        {logo ? (
          <img src={imageUrl(logo, 96)} alt="" width={32} height={32} className={SIZE} />
        ) : (
          <Mark className={SIZE} />
        )}
      </span>
      <span className="flex h-11 max-w-full items-center">
        <span className="line-clamp-2 pb-[0.15em] leading-tight wrap-anywhere">{productName}</span>
      </span>
    </Link>
  )
}

const SIZE = 'size-[min(2rem,10vw)]'
