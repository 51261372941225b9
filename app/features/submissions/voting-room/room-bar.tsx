import { useFetcher } from 'react-router'
import { submissionPath } from '#app/parts/submission-path.ts'
import { TimeLeft } from '#app/parts/time-left.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import type { VoteInFlight } from '../votes/use-vote.ts'
import type { LoadedRoom } from './room.server.ts'
import { roomPath } from './room-params.ts'

interface Props extends LoadedRoom {
  voteForm: VoteInFlight
  /** The address of this page. */
  here: string
  previous: string | null
  next: string | null
}

/**
 * Within reach of a thumb: to the previous and next submission, the star, and the vote. It stays at the bottom of the
 * window, except in a low one or with large text, where it would cover too much.
 */
export function RoomBar(props: Props) {
  const { challenge, isMember, vote, here, previous, next, now } = props
  return (
    <section
      data-bottom-bar=""
      aria-label="Vote and move on"
      className="sticky bottom-[clamp(-99rem,calc((100svh-38rem)*99),calc(0.75rem+env(safe-area-inset-bottom)))] z-20 mx-auto mt-8 w-full max-w-180 rounded-card border border-edge/50 bg-panel/94 px-3 pt-2 pb-3 shadow-float backdrop-blur-[14px]"
    >
      <p className="flex flex-wrap items-center justify-between gap-x-4 px-1 pb-2 text-small text-muted">
        <VoteNote {...props} />
        {challenge.votingEndsAt && <TimeLeft until={challenge.votingEndsAt} now={now} voting />}
      </p>
      <div className="flex flex-wrap items-stretch gap-2">
        <Step to={previous} here={here} label="Previous" icon="back" />
        {isMember && vote !== 'own' && <Star {...props} />}
        <div className="grid min-w-32 flex-1">
          <RoomVote {...props} />
        </div>
        <Step to={next} here={here} label="Next" icon="arrow" />
      </div>
    </section>
  )
}

interface StepProps {
  to: string | null
  here: string
  label: 'Previous' | 'Next'
  icon: 'back' | 'arrow'
}

/** At an end the link stays, so that it keeps the focus, and leads nowhere. */
function Step({ to, here, label, icon }: StepProps) {
  return (
    <ButtonLink
      to={to ?? here}
      variant="secondary"
      rel={label === 'Next' ? 'next' : 'prev'}
      aria-disabled={to === null || undefined}
      onClick={to === null ? (event) => event.preventDefault() : undefined}
      className={`min-w-12 max-sm:px-2 ${label === 'Next' ? 'flex-row-reverse' : ''}`}
    >
      <Icon name={icon} className="size-5" />
      <span className="max-sm:sr-only">{label}</span>
    </ButtonLink>
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
      <Button
        variant="secondary"
        aria-pressed={isShortlisted}
        className="min-w-12 max-sm:px-2 aria-pressed:border-gold/70 aria-pressed:bg-gold/10 aria-pressed:text-gold-text"
      >
        <Icon name="star" className={`size-5 ${isShortlisted ? 'fill-current' : ''}`} />
        <span className="max-sm:sr-only">Shortlist</span>
      </Button>
    </Form>
  )
}

/** One form to vote, unvote and move the vote, so that its button keeps the focus. */
function RoomVote({ submission, vote, voteForm, isFinal, here }: Props) {
  const { Form, formProps, pending, voted } = voteForm
  if (vote === 'own') return <NoVote>This is your submission</NoVote>
  if (vote === 'barred') return <NoVote>You cannot vote here</NoVote>
  if (vote === 'sign-in') {
    return (
      <ButtonLink to={`/login?${new URLSearchParams({ redirect: here })}`}>
        {VOTING_MESSAGES.signIn}
      </ButtonLink>
    )
  }
  const isElsewhere = vote === 'voted-elsewhere'
  const moving = { ...formProps, action: `${submissionPath(submission)}/move-vote` }
  return (
    <Form {...(isElsewhere ? moving : formProps)} className="grid">
      <input type="hidden" name="from" value={here} />
      <Button
        variant={voted || isElsewhere ? 'secondary' : 'primary'}
        pending={pending}
        unavailable={isFinal && (voted || isElsewhere)}
        wide
        className="max-sm:px-2"
      >
        {voted && 'Unvote'}
        {!voted && isElsewhere && 'Move my vote here'}
        {!voted && !isElsewhere && (
          <span>
            Vote<span className="max-sm:sr-only"> for this submission</span>
          </span>
        )}
      </Button>
    </Form>
  )
}

function NoVote({ children }: { children: React.ReactNode }) {
  return (
    <p className="flex items-center justify-center rounded-control bg-ink/6 px-3 py-2 text-center text-calm font-semibold text-balance">
      {children}
    </p>
  )
}

function VoteNote({ challenge, vote, bar, voteForm, votedForId, isFinal, filters }: Props) {
  if (vote === 'barred') return <span>{bar}</span>
  if (vote === 'own') return <span>You cannot vote for it.</span>
  if (voteForm.voted) {
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold text-good-text">
        <Icon name="check" className="size-4" />
        {isFinal ? VOTING_MESSAGES.withdrawalLimit : VOTING_MESSAGES.voted}
      </span>
    )
  }
  if (vote === 'voted-elsewhere' && isFinal) return <span>{VOTING_MESSAGES.withdrawalLimit}</span>
  if (vote === 'voted-elsewhere' && votedForId) {
    return (
      <span>
        You have voted.{' '}
        <TextLink to={roomPath(challenge.id, votedForId, { ...filters, shortlistOnly: false })}>
          View Your Vote
        </TextLink>
      </span>
    )
  }
  return <span>{isFinal ? VOTING_MESSAGES.nextVoteIsFinal : VOTING_MESSAGES.alreadyElsewhere}</span>
}
