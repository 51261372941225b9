import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'
import type { Polymorphic } from './polymorphic.ts'

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

interface ArrowLinkProps {
  strong?: boolean
  icon?: IconName
  className?: string
  children: React.ReactNode
}

export function ArrowLink<T extends typeof Link | 'a' | 'p' = typeof Link>({
  as,
  strong = false,
  icon = 'arrow',
  className = '',
  children,
  ...rest
}: Polymorphic<T, ArrowLinkProps>) {
  const Tag = (as ?? Link) as React.ElementType
  return (
    <Tag
      {...rest}
      className={`group/arrow inline-flex min-h-7 items-center gap-1.5 text-calm font-semibold sm:whitespace-nowrap ${strong ? 'text-ink' : 'text-muted hover:text-ink'} ${className}`.trim()}
    >
      {children}
      <Icon
        name={icon}
        className="size-5 transition-[translate] duration-200 ease-brush group-hover/arrow:translate-x-0.75"
      />
    </Tag>
  )
}
