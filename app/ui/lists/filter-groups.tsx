import { Disclosure } from '../disclosure.tsx'
import { type Segment, Segmented } from './segmented.tsx'

interface FilterGroup {
  label: string
  segments: readonly Segment[]
}

/** Several filters. On phones one line says what is chosen and opens them. */
export function FilterGroups({ groups }: { groups: readonly FilterGroup[] }) {
  return (
    <Disclosure
      // Browsers that cannot show the content of a closed disclosure keep the line on wide screens too.
      className="max-w-full sm:details-content:[content-visibility:visible]"
      summaryClassName="block min-h-11 w-fit max-w-full rounded-[13px] border border-line bg-ground px-4 py-2.5 text-compact sm:supports-[selector(::details-content)]:hidden"
      summary={
        <>
          <span className="mr-2.5 text-muted">Filters</span>{' '}
          <span className="font-medium">{groups.map(chosenIn).join(' · ')}</span>
        </>
      }
    >
      <div className="flex flex-wrap items-start gap-3 max-sm:mt-3">
        {groups.map((group) => (
          <Segmented key={group.label} {...group} />
        ))}
      </div>
    </Disclosure>
  )
}

function chosenIn({ segments }: FilterGroup): string {
  return segments
    .filter(({ current }) => current)
    .map(({ label }) => label)
    .join(', ')
}
