import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'

interface Props {
  /** Small, before the title. */
  lead?: string
  title: string
  back: { to: string; label: string }
}

/** The way back and the title. On phones they are one row, and the way back is its arrow. */
export function FormHead({ lead, title, back }: Props) {
  return (
    <header className="flex items-center gap-2 py-2 sm:block sm:pt-10 sm:pb-8">
      <Link
        to={back.to}
        className="-ml-3 flex size-11 flex-none items-center justify-center gap-2 text-muted hover:text-ink hover:underline sm:mb-3 sm:ml-0 sm:w-fit"
      >
        <Icon name="back" className="size-5" />
        <span className="max-sm:sr-only">{back.label}</span>
      </Link>
      <h1 className="min-w-0 max-w-180 max-sm:text-card sm:text-page">
        {lead && <span className="block font-sans text-small font-normal text-muted">{lead} </span>}
        <bdi>{title}</bdi>
      </h1>
    </header>
  )
}
