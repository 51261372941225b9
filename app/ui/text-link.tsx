import { Link } from 'react-router'
import type { Polymorphic } from './polymorphic.ts'

/** The attributes of a link to an address that a member wrote. */
export const MEMBERS_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' }

export function TextLink<T extends typeof Link | 'a' | 'span' = typeof Link>({
  as,
  className = '',
  ...rest
}: Polymorphic<T, { className?: string }>) {
  const Tag = (as ?? Link) as React.ElementType
  return (
    <Tag
      {...rest}
      className={`text-ink underline decoration-go decoration-[1.5px] underline-offset-[0.22em] hover:text-go-text ${className}`.trim()}
    />
  )
}
