import { Suspense } from 'react'
import { Link } from 'react-router'
import { AuthorLink } from '#app/parts/members/member.tsx'
import { roomPath } from '#app/parts/paths.ts'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { IconButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { formatOrdinal } from '#domain/submissions/rules.ts'
import { useVote } from '../votes/use-vote.ts'
import type { LoadedRoom } from './room.server.ts'
import { comparePath } from './room-params.ts'

const RoomVote = lazyPart(() => import('./room-vote.tsx'), 'RoomVote')
const AboutEntry = lazyPart(() => import('./about-entry.tsx'), 'AboutEntry')

interface Props extends LoadedRoom {
  here: string
}

const ABOUT = 'about-entry'

/** Below the work, or beside it on wide screens: title, author and vote. All else is in a sheet on narrow screens. */
export function RoomPanel(props: Props) {
  const { submission } = props
  return (
    <section
      data-bottom-bar=""
      aria-label="About this entry"
      className="relative border-line bg-ground max-lg:border-t lg:w-100 lg:border-l"
    >
      <div className="px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] lg:absolute lg:inset-0 lg:overflow-y-auto lg:px-8 lg:py-8">
        <div className="flex items-center gap-3">
          {/* The dots of what is cut off are in the middle of a line of the display face. */}
          <h1
            dir="auto"
            className="min-w-0 flex-1 truncate font-sans text-card lg:overflow-visible lg:text-title lg:whitespace-normal"
          >
            <span className="font-display">{submission.title}</span>
          </h1>
          <button
            type="button"
            popoverTarget={ABOUT}
            className="-my-2 -mr-2 inline-flex min-h-11 flex-none items-center gap-1.5 rounded-control px-2 text-calm font-semibold lg:hidden"
          >
            About
            <Icon name="up" className="size-4" />
          </button>
        </div>
        <Byline {...props} />
        <div className="mt-2.5 lg:mt-6">
          <Suspense fallback={<div className="min-h-13" />}>
            <RoomVote {...props} />
          </Suspense>
        </div>
        <About {...props} />
      </div>
    </section>
  )
}

/** The author, the votes if they are shown, and the ways into the shortlist and out of it. */
function Byline({ submission, challenge, vote, isOpen, isVoter, room, walk }: Props) {
  const { change } = useVote(submission, vote)
  const { votes, placing } = submission
  const hasVotes = votes !== null && (isOpen || (challenge.status === 'completed' && votes > 0))
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 text-small text-muted lg:mt-3 lg:text-calm">
      <div className="flex max-w-fit min-w-0 grow basis-24">
        <AuthorLink author={submission.author} />
      </div>
      {placing && (
        <span className={`flex-none ${placing.place === 1 ? 'font-semibold text-gold-text' : ''}`}>
          {formatOrdinal(placing.place)}
        </span>
      )}
      {hasVotes && <span className="flex-none">{formatCount(Math.max(0, votes + change), 'vote')}</span>}
      {isVoter && <ListLinks challenge={challenge} submission={submission} room={room} walk={walk} />}
    </div>
  )
}

function ListLinks({
  challenge: { id },
  submission,
  room,
  walk: { list, order },
}: Pick<Props, 'challenge' | 'submission' | 'room' | 'walk'>) {
  const shortlistOnly = list === 'shortlist'
  if (!shortlistOnly && room.shortlisted === 0) return null
  const other = room.nextId ?? room.previousId
  // From a submission that is not on the shortlist, to its first.
  const first = room.isShortlisted ? submission.id : null
  return (
    <nav aria-label="Shortlist" className="ml-auto flex flex-none gap-x-3">
      {!shortlistOnly && (
        <ListLink to={roomPath(id, first, { list: 'shortlist', order })}>
          <Icon name="star" className="size-3.5" />
          Shortlist {formatNumber(room.shortlisted)}
        </ListLink>
      )}
      {shortlistOnly && room.isShortlisted && other && (
        <ListLink to={comparePath(id, submission.id, other)} isNew>
          Compare
        </ListLink>
      )}
      {shortlistOnly && <ListLink to={roomPath(id, submission.id, { order })}>All</ListLink>}
    </nav>
  )
}

/** `isNew`: Back leads here again. */
function ListLink({ to, isNew, children }: { to: string; isNew?: boolean; children: React.ReactNode }) {
  return (
    <Link
      to={to}
      replace={!isNew}
      className="inline-flex min-h-6 min-w-6 items-center justify-center gap-1 font-semibold text-ink underline-offset-[0.22em] hover:underline"
    >
      {children}
    </Link>
  )
}

/** Opens without scripts too. On wide screens it is a part of the panel. */
function About(props: Props) {
  const { submission } = props
  return (
    <div
      id={ABOUT}
      key={submission.id}
      popover="auto"
      className="inset-auto inset-x-0 bottom-0 max-h-[min(80svh,100%)] w-full max-w-none overflow-y-auto rounded-t-[22px] border-t border-line bg-panel px-5 pt-5 pb-[calc(1.5rem+env(safe-area-inset-bottom))] text-ink backdrop:bg-[rgb(5_7_11/0.5)] max-lg:open:animate-rise lg:static lg:mt-7 lg:block lg:max-h-none lg:overflow-visible lg:rounded-none lg:border-0 lg:bg-transparent lg:p-0"
    >
      <div className="mb-4 flex items-start justify-between gap-4 lg:hidden">
        <p dir="auto" className="font-display text-card font-bold wrap-anywhere">
          {submission.title}
        </p>
        <IconButton
          label="Close"
          popoverTarget={ABOUT}
          popoverTargetAction="hide"
          className="-mt-2.5 -mr-3 flex-none"
        >
          <Icon name="close" />
        </IconButton>
      </div>
      <Suspense>
        <AboutEntry {...props} />
      </Suspense>
    </div>
  )
}
