import { Link } from 'react-router'
import { Icon, type IconName } from '../icon.tsx'
import type { Polymorphic } from '../polymorphic.ts'

export interface Segment {
  to: string
  label: string
  current: boolean
  icon?: IconName
}

export function filterBy<Choice extends string>(
  chosen: readonly Choice[],
  choices: readonly Choice[],
  {
    all,
    labelOf,
    to,
  }: { all: string; labelOf: (choice: Choice) => string; to: (chosen: Choice[]) => string },
): Segment[] {
  return [
    { to: to([]), label: all, current: chosen.length === 0 },
    ...choices.map((one) => ({ to: to([one]), label: labelOf(one), current: chosen.includes(one) })),
  ]
}

export function Segmented({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <SegmentGroup as="nav" aria-label={label}>
      {segments.map((segment) => (
        <SegmentItem
          key={segment.to}
          to={segment.to}
          preventScrollReset
          aria-current={segment.current ? 'true' : undefined}
        >
          {segment.icon && <Icon name={segment.icon} className="size-4" />}
          {segment.label}
        </SegmentItem>
      ))}
    </SegmentGroup>
  )
}

export function SegmentGroup<T extends 'nav' | 'fieldset' = 'nav'>({
  as,
  ...rest
}: Polymorphic<T, { children: React.ReactNode }>) {
  const Tag = (as ?? 'nav') as React.ElementType
  return (
    <Tag
      {...rest}
      className="inline-flex max-w-full min-w-0 gap-0.5 rounded-[13px] border border-line bg-ground p-0.75 max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap"
    />
  )
}

/** A choice: a link with aria-current or a button with aria-pressed. */
export function SegmentItem<T extends typeof Link | 'button' = typeof Link>({
  as,
  ...rest
}: Polymorphic<T, { children: React.ReactNode }>) {
  const Tag = (as ?? Link) as React.ElementType
  return (
    <Tag
      {...rest}
      className="inline-flex min-h-8.5 items-center gap-1.5 rounded-[9px] px-3 py-1 max-sm:whitespace-nowrap text-compact font-medium text-muted inset-ring-line hover:text-ink aria-pressed:bg-panel-2 aria-pressed:text-ink aria-pressed:inset-ring aria-[current]:bg-panel-2 aria-[current]:text-ink aria-[current]:inset-ring"
    />
  )
}
