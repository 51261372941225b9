import { ActionBar } from '#app/parts/action-bar.tsx'
import { Countdown } from '#app/parts/challenges/countdown.tsx'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import type { ChallengeAction } from './action.server.ts'
import { FollowButton } from './follow-button.tsx'

interface Props {
  challenge: ChallengeDetail
  action: ChallengeAction
  signedIn: boolean
  now: Date
}

export function ActionPanel({ challenge, action, signedIn, now }: Props) {
  const { button, clock, state, canFollow, note } = action
  if (!button && !canFollow) return null
  const { completedAt } = challenge
  const ended = (
    <p>
      {state} {completedAt && <Time value={completedAt} className="sm:whitespace-nowrap" />}
    </p>
  )
  return (
    <>
      <ActionBar
        time={clock ? <Clock {...clock} now={now} /> : ended}
        className="sm:rounded-card sm:border sm:border-line sm:bg-panel sm:p-6"
      >
        {button ? (
          <ButtonLink to={button.to} variant={button.isPrimary ? 'primary' : 'secondary'} wide size="large">
            {button.label}
          </ButtonLink>
        ) : (
          <FollowButton challengeId={challenge.id} isFollowed={challenge.isFollowed} signedIn={signedIn} />
        )}
      </ActionBar>
      {note && (
        <p className="text-calm text-muted phone:mt-3">
          {note.text} {note.link && <TextLink to={note.link.to}>{note.link.label}</TextLink>}
        </p>
      )}
    </>
  )
}

function Clock({ label, until, isOpening, now }: NonNullable<ChallengeAction['clock']> & Pick<Props, 'now'>) {
  const words = isOpening ? (
    <>
      {label.replace(/ in$/, '')} <Time value={until} format="weekday" />
    </>
  ) : (
    <TimeLeft until={until} now={now} />
  )
  return (
    <>
      <p className="mb-3 eyebrow phone:hidden">{label}</p>
      <Countdown until={until} now={now} label={label} inWords={words} />
    </>
  )
}

export function FurtherActions({ challenge, action, signedIn }: Omit<Props, 'now'>) {
  const { button, links, canFollow } = action
  if (!canFollow && links.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2.5 *:flex-auto lg:grid">
      {links.map(({ to, label }) => (
        <ButtonLink key={to} to={to} variant="secondary">
          {label}
        </ButtonLink>
      ))}
      {canFollow && button && (
        <FollowButton challengeId={challenge.id} isFollowed={challenge.isFollowed} signedIn={signedIn} />
      )}
      {canFollow && (
        <ButtonLink to={`/challenges/${challenge.id}/calendar.ics`} reloadDocument variant="secondary">
          Add to calendar
        </ButtonLink>
      )}
    </div>
  )
}
