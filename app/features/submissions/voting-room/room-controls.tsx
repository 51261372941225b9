import { Link, useFetcher } from 'react-router'
import { submissionPath } from '#app/parts/paths.ts'
import { IconButton, IconLink } from '#app/ui/button.tsx'
import { Progress } from '#app/ui/figures/progress.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import type { LoadedRoom } from './room.server.ts'
import { placeText } from './room-text.ts'

interface Props extends LoadedRoom {
  here: string
  close: { to: string; onClick: (event: React.MouseEvent) => void }
}

/** On the work: where it is among the others, and the ways to leave, to star and to go on. */
export function RoomControls(props: Props) {
  const { room, vote, isVoter, here, steps, close } = props
  return (
    <>
      {room.total !== null && (
        <Progress
          className="absolute! inset-x-0 top-0 h-0.75! rounded-none! bg-shade! [--from:var(--color-on-shade)]!"
          aria-label="Position"
          max={room.total}
          value={room.place ?? 0}
        />
      )}
      <div className="pointer-events-none absolute inset-x-3 top-4 flex lg:inset-x-5 items-center justify-between *:pointer-events-auto">
        <IconLink variant="overlay" label="Close" {...close}>
          <Icon name="close" />
        </IconLink>
        {room.total !== null && (
          <p className="rounded-full bg-shade px-4 py-1.5 text-calm font-semibold text-on-shade tabular-nums">
            <span aria-hidden="true">
              {room.place ? `${formatNumber(room.place)} / ${formatNumber(room.total)}` : 'Removed'}
            </span>
            <span className="sr-only">{room.place ? placeText(room) : 'Removed from your shortlist'}</span>
          </p>
        )}
        {isVoter && vote !== 'own' ? <Star {...props} /> : <span className="size-11" />}
      </div>
      {(steps.previous || steps.next) && (
        <nav
          aria-label="Entries"
          className="pointer-events-none absolute inset-x-3 bottom-4 flex justify-center lg:inset-x-5 lg:inset-y-24 lg:items-center lg:justify-between"
        >
          <div className="pointer-events-auto flex items-center rounded-full bg-shade text-on-shade lg:contents">
            <Step to={steps.previous} here={here} label="Previous" />
            <Step to={steps.next} here={here} label="Next" />
          </div>
        </nav>
      )}
    </>
  )
}

/** At an end the link stays, so that it keeps the focus, and leads nowhere. */
function Step({ to, here, label }: { to: string | null; here: string; label: 'Previous' | 'Next' }) {
  return (
    <Link
      to={to ?? here}
      replace
      rel={label === 'Next' ? 'next' : 'prev'}
      aria-label={label}
      aria-disabled={to === null || undefined}
      onClick={to === null ? (event) => event.preventDefault() : undefined}
      className="pointer-events-auto grid size-11 place-items-center rounded-full lg:rounded-control aria-disabled:cursor-default aria-disabled:text-on-shade/40 lg:bg-shade"
    >
      <Icon name={label === 'Next' ? 'right' : 'left'} className="size-5" />
    </Link>
  )
}

/** Puts the submission on the member's private shortlist, or takes it off. Shown before the response. */
function Star({ submission, room, here }: Props) {
  const { Form, formAction, state } = useFetcher({ key: `shortlist-${submission.id}` })
  const path = submissionPath(submission)
  const isPending = state !== 'idle' && formAction !== undefined
  const isShortlisted = isPending ? formAction.endsWith('/shortlist') : room.isShortlisted
  return (
    <Form
      method="post"
      action={`${path}/${room.isShortlisted ? 'unshortlist' : 'shortlist'}`}
      preventScrollReset
      className="grid"
      onSubmit={(event) => {
        if (isPending) event.preventDefault()
      }}
    >
      <input type="hidden" name="from" value={here} />
      <IconButton
        type="submit"
        variant="overlay"
        label="Shortlist"
        aria-pressed={isShortlisted}
        className="aria-pressed:text-[#dcb550]"
      >
        <Icon name="star" className={`size-5 ${isShortlisted ? 'fill-current' : ''}`} />
      </IconButton>
    </Form>
  )
}
