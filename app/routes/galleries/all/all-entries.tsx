import { ButtonLink } from '#app/ui/controls/button.tsx'
import { SubmissionCard } from '#app/ui/entries/entry-card.tsx'
import { StatusBadge } from '#app/ui/entries/status-badge.tsx'
import { useArriving } from '#app/ui/lists/arriving.ts'
import { formatCount } from '#app/ui/lists/number-text.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { CardSkeletons } from '#app/ui/surfaces/skeleton.tsx'
import { kindLabel } from '#domain/challenges/rules.ts'
import type { GalleryPage } from '#domain/submissions/galleries.server.ts'
import { SortChoice } from '../sort-choice.tsx'
import { type AllAddress, allPath } from './address.ts'

interface Props {
  found: GalleryPage
  asked: AllAddress
  last: number
  /** Entries wait for approval before others see them. */
  reviewed: boolean
}

export function AllEntries({ found, asked, last, reviewed }: Props) {
  const arriving = useArriving() !== null
  if (found.entries.length === 0) return arriving ? <Loading count={3} /> : <NoEntries asked={asked} />
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="text-muted figures">{formatCount(found.total, 'submission')}</p>
        <SortChoice current={asked.sort} to={(sort) => allPath({ ...asked, sort, page: 1 })} />
      </div>
      {arriving ? <Loading count={found.entries.length} /> : <Entries found={found} reviewed={reviewed} />}
      <Pager
        current={asked.page}
        last={last}
        to={(page) => allPath({ ...asked, page }, 'submissions')}
        label="Pages of submissions"
      />
    </>
  )
}

function Entries({ found, reviewed }: Pick<Props, 'found' | 'reviewed'>) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {found.entries.map((entry) => (
        <li key={entry.id} className="grid">
          <SubmissionCard
            entry={entry}
            headingLevel="h2"
            sizes={SIZES}
            badge={<StatusBadge status={entry.status} reviewed={reviewed} />}
          />
        </li>
      ))}
    </ul>
  )
}

function Loading({ count }: { count: number }) {
  return <CardSkeletons count={count} label="Loading submissions" />
}

function NoEntries({ asked }: { asked: AllAddress }) {
  const action = asked.kind ? (
    <ButtonLink to={allPath({ ...asked, kind: null, page: 1 })} look="quiet" preventScrollReset>
      Reset Filters
    </ButtonLink>
  ) : (
    <ButtonLink to="/challenges">Browse Challenges</ButtonLink>
  )
  return (
    <EmptyState subject="scroll" action={action}>
      {asked.kind
        ? `Nothing of the kind ${kindLabel(asked.kind)} has been handed in yet.`
        : 'No submissions available yet. Be the first to submit to a challenge!'}
    </EmptyState>
  )
}

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'
