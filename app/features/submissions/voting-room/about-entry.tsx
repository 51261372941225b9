import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { roomPath, submissionPath } from '#app/parts/paths.ts'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { CreationDetails, SubmissionText } from '../texts.tsx'
import { OpenWork } from '../written-work.tsx'
import type { LoadedRoom } from './room.server.ts'

/** The author's words, how it was made, and how far the voter has come. */
export function AboutEntry(props: LoadedRoom) {
  const { submission, content, isVoter, room } = props
  const isText = submission.kind === 'text'
  return (
    <>
      <div className="mb-7 empty:hidden">
        <SubmissionText submission={submission} content={content} />
        {isText && content && <OpenWork link={content.link} label="Open the work" />}
      </div>
      <CreationDetails submission={submission} />
      <div className="mt-7 grid gap-3 border-t border-line pt-5 text-calm text-muted empty:hidden">
        {props.isOpen && <VotingNote {...props} />}
        {isVoter && <Seen {...props} />}
        {isVoter && room.shortlisted === 0 && (
          <p className="flex items-center gap-1.5">
            <Icon name="star" className="size-4" />
            Star what you like. Only you see your shortlist.
          </p>
        )}
        {props.vote !== 'none' && (
          <p>
            <ArrowLink to={submissionPath(submission)}>Submission page</ArrowLink>
          </p>
        )}
      </div>
    </>
  )
}

function VotingNote({ challenge, now }: LoadedRoom) {
  return (
    <p>
      {VOTING_MESSAGES.alreadyElsewhere}{' '}
      {challenge.votingEndsAt && (
        <TimeLeft
          until={challenge.votingEndsAt}
          now={now}
          voting
          className="font-semibold whitespace-nowrap text-ink"
        />
      )}
    </p>
  )
}

function Seen({ challenge, room, walk }: LoadedRoom) {
  const { seen, entries, nextUnseenId } = room
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      Seen {formatNumber(seen)} of {formatNumber(entries)}
      {nextUnseenId && (
        <ArrowLink to={roomPath(challenge.id, nextUnseenId, { order: walk.order })} replace>
          Next unseen
        </ArrowLink>
      )}
    </p>
  )
}
