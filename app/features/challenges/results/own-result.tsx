import { Link } from 'react-router'
import { ActionBar } from '#app/parts/action-bar.tsx'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { submissionPath } from '#app/parts/paths.ts'
import { SharePicture } from '#app/parts/submissions/share-picture.tsx'
import { Cover, cardRatio } from '#app/parts/submissions/submission-cover.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import type { NextChallenge, OwnResult } from '#domain/lifecycle/results.server.ts'
import { REWARDS } from '#domain/points/rules.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'

interface Props {
  own: OwnResult | null
  isShareable: boolean
  next: NextChallenge | null
}

export function WinnerActions({ own, isShareable, next }: Props & { own: OwnResult }) {
  if (!isShareable && !next) return null
  return (
    <ActionBar label="You won" className="justify-center sm:mt-2">
      {isShareable && <SharePicture path={submissionPath(own.submission)} size="large" />}
      {next && (
        <ButtonLink
          to={`/challenges/${next.id}`}
          variant={isShareable ? 'secondary' : 'primary'}
          size="large"
        >
          Next challenge
        </ButtonLink>
      )}
    </ActionBar>
  )
}

export function OwnPlace({ own, isShareable, next }: Props) {
  if (!own && !next) return null
  return (
    <Card
      {...(own && { as: 'section', 'aria-label': 'Your place' })}
      className={`flex flex-wrap items-center gap-x-6 gap-y-4 max-sm:p-4 ${own ? '' : 'phone:contents'}`}
    >
      {own && <Own own={own} isShareable={isShareable} />}
      {next && <Next next={next} isAlone={!own} />}
    </Card>
  )
}

function Own({ own, isShareable }: { own: OwnResult; isShareable: boolean }) {
  const { submission, placing, won, entered } = own
  const votes = submission.votes ?? 0
  const points = won + entered + votes * REWARDS.voteReceived
  return (
    <>
      {submission.image && (
        <div
          className={`w-[min(7rem,22vw,calc(var(--ratio)*4.5rem))] flex-none ${cardRatio({ ...submission, kind: 'image' })}`}
        >
          <Cover submission={{ ...submission, kind: 'image' }} sizes="112px" />
        </div>
      )}
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-display text-[1.5rem] leading-tight font-bold">
          {placing ? `You came ${formatOrdinal(placing.place)}` : 'You entered'}
        </p>
        <p className="mt-0.5 text-calm text-muted">
          <Link dir="auto" to={submissionPath(submission)} className="hover:underline">
            {submission.title}
          </Link>
          {votes > 0 && ` · ${formatCount(votes, 'vote')}`}
          {points > 0 && <b className="ml-2 text-good-text tabular-nums">+{formatNumber(points)}</b>}
        </p>
      </div>
      {isShareable && (
        <SharePicture path={submissionPath(submission)} variant="secondary" className="max-sm:basis-full" />
      )}
    </>
  )
}

function Next({ next, isAlone }: { next: NextChallenge; isAlone: boolean }) {
  return (
    <ActionBar
      label="Next challenge"
      className={`sm:flex sm:items-center sm:justify-between sm:gap-6 ${isAlone ? 'sm:flex-1' : 'lg:border-l lg:border-line lg:pl-6'}`}
      time={
        <span className="line-clamp-2 max-w-100">
          <span className="font-normal text-muted">Next:</span> <bdi>{next.title}</bdi>
        </span>
      }
      note={<TimeLeft until={next.deadline} now={next.now} />}
    >
      <ButtonLink to={`/challenges/${next.id}`} size="large" wide>
        Enter the next one
      </ButtonLink>
    </ActionBar>
  )
}
