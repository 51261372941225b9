import { ErrorPanel } from './states.tsx'
import { ArrowLink } from './text-link.tsx'

interface Props {
  title: string
  id: string
  eyebrow?: React.ReactNode
  subtitle?: React.ReactNode
  link?: { to: string; label: string }
  aside?: React.ReactNode
  className?: string
  children: React.ReactNode
}

export function Section({ title, id, eyebrow, subtitle, link, aside, className = 'mt-18', children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className={className}>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-3 gap-y-2 sm:mb-6">
        <div>
          {eyebrow && <p className="mb-2 eyebrow">{eyebrow}</p>}
          <h2 id={`${id}-heading`} className="text-title">
            {title}
          </h2>
          {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
        </div>
        {(link || aside) && (
          <div className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-2">
            {link && <ArrowLink to={link.to}>{link.label}</ArrowLink>}
            {aside}
          </div>
        )}
      </div>
      {children}
    </section>
  )
}

interface ListProps<Item> extends Omit<Props, 'children'> {
  items: readonly Item[] | null
  failed: string
  empty: React.ReactNode
  loading?: React.ReactNode
  children: (items: readonly Item[]) => React.ReactNode
}

/** A section with a list, its empty state, or an error with Retry. */
export function ListSection<Item>({ items, failed, empty, loading, children, ...section }: ListProps<Item>) {
  return (
    <Section {...section}>
      {loading || <List items={items} failed={failed} empty={empty} show={children} />}
    </Section>
  )
}

function List<Item>({
  items,
  failed,
  empty,
  show,
}: Pick<ListProps<Item>, 'items' | 'failed' | 'empty'> & { show: ListProps<Item>['children'] }) {
  if (items === null) return <ErrorPanel message={failed} />
  return items.length === 0 ? empty : show(items)
}
