import { Link } from 'react-router'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { Image } from '#app/parts/image.tsx'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { RankDiamond, rankClass } from '#app/parts/members/rank.tsx'
import { Thumb } from '#app/parts/thumb.tsx'
import { Card, CoverLink, Eyebrow, LinkArea } from '#app/ui/card.tsx'
import { Progress } from '#app/ui/figures/progress.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber, NumberText } from '#app/ui/number.tsx'
import type { LeaderboardPlace } from '#domain/leaderboard/leaderboard.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rankProgress } from '#domain/points/ranks.ts'
import type { MyResult, MyWork } from '#domain/reporting/my-dojo.server.ts'
import type { DraftRow } from '#domain/submissions/drafts.server.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'

interface Props {
  viewer: Member
  /** Null if they could not be loaded. */
  place: LeaderboardPlace | null
  work: MyWork | null
  /** The challenge whose draft phones show above. */
  leadId: string | null
  now: Date
}

/** A member's rank and place, drafts and last result (NAV-44). */
export function Standing({ viewer, place, work, leadId, now }: Props) {
  const drafts = work?.drafts ?? []
  return (
    <Card as="section" flush aria-label="Your standing" className="flex flex-col divide-y divide-line">
      <div className={`p-5 ${rankClass(viewer.rank)}`}>
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1">
          <Avatar photoUrl={viewer.photoUrl} rank={viewer.rank} size="medium" />
          <div className="min-w-0 flex-1 basis-28">
            <Link dir="auto" to="/profile" className="block truncate font-semibold hover:underline">
              {memberName(viewer.displayName)}
            </Link>
            <p className="flex items-center gap-2 text-small text-muted">
              <RankDiamond />
              {viewer.rank}
            </p>
          </div>
          {place && <PlaceLink place={place} />}
        </div>
        <Points viewer={viewer} />
      </div>
      {drafts.length > 0 && <Drafts drafts={drafts} leadId={leadId} now={now} />}
      {work?.lastResult && <LastResult result={work.lastResult} large={drafts.length === 0} />}
    </Card>
  )
}

function PlaceLink({ place: { place, isLast, total } }: { place: LeaderboardPlace }) {
  return (
    <Link to="/leaderboard#your-standing" className="text-right hover:underline">
      <span className="block font-display text-[1.5rem] leading-tight font-bold tabular-nums">
        {formatOrdinal(place)}
      </span>
      <span className="block text-small text-muted">
        {isLast && 'or later '}of {formatNumber(total)}
      </span>
    </Link>
  )
}

function Points({ viewer: { points, rank } }: { viewer: Member }) {
  const { next, percent, pointsToNext } = rankProgress(points, rank)
  const ahead = next ? `${formatNumber(pointsToNext)} to ${next.name}` : 'Max Rank'
  return (
    <>
      <p className="mt-4 mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-small text-muted">
        <span>
          <NumberText
            value={points}
            className="mr-1 font-display text-[1.875rem] leading-none font-bold text-ink"
          />{' '}
          {points === 1 ? 'point' : 'points'}
        </span>
        <span>{ahead}</span>
      </p>
      <Progress value={percent} max={100} aria-label={`Rank Progress. ${ahead}`}>
        {percent}%
      </Progress>
    </>
  )
}

function Drafts({ drafts, leadId, now }: { drafts: readonly DraftRow[] } & Pick<Props, 'leadId' | 'now'>) {
  const isOnlyLead = drafts.every(({ challenge }) => challenge.id === leadId)
  return (
    <div className={`flex-1 px-5 pt-4 pb-2 ${isOnlyLead ? 'max-lg:hidden' : ''}`}>
      <Eyebrow>Drafts</Eyebrow>
      <ul className="mt-1">
        {drafts.map(({ challenge, title, image, deadline }) => (
          <LinkArea
            as="li"
            key={challenge.id}
            className={`flex items-center gap-3.5 py-2 ${challenge.id === leadId ? 'max-lg:hidden' : ''}`}
          >
            <Thumb image={image} kind={challenge.kind} />
            <p className="min-w-0 flex-1">
              <CoverLink
                dir="auto"
                to={`/challenges/${challenge.id}/submit`}
                className="block truncate font-semibold group-hover/link:underline"
              >
                {title || 'Draft without a title'}
              </CoverLink>
              <span className="block truncate text-small text-muted">
                {deadline ? <TimeLeft until={deadline} now={now} /> : challenge.title}
              </span>
            </p>
            <Icon name="arrow" className="size-4 text-muted" />
          </LinkArea>
        ))}
      </ul>
    </div>
  )
}

/** `large` fills the place of drafts on wide screens. */
function LastResult({ result, large }: { result: MyResult; large: boolean }) {
  const { image, challenge, placing } = result
  const isLarge = large && image !== null
  return (
    <LinkArea className={`mt-auto ${isLarge ? 'lg:flex lg:flex-1 lg:flex-col' : ''}`}>
      {isLarge && (
        <div className="relative flex-1 max-lg:hidden">
          <div className="absolute inset-0">
            <Image
              image={image}
              fallback="submission"
              alt=""
              sizes="366px"
              fit="whole"
              className="size-full"
            />
          </div>
        </div>
      )}
      <div className="flex items-center gap-3.5 px-5 py-3.5">
        <span className={`contents ${isLarge ? 'lg:hidden' : ''}`}>
          <Thumb image={image} kind={challenge.kind} />
        </span>
        <p className="min-w-0 flex-1">
          <CoverLink
            dir="auto"
            to={`/challenges/${challenge.id}/results`}
            className="block truncate font-semibold group-hover/link:underline"
          >
            {result.title}
          </CoverLink>
          <span className="block truncate text-small text-muted">
            {placing
              ? `${formatOrdinal(placing.place)} of ${formatNumber(placing.entries)}`
              : challenge.title}
            {placing && placing.points > 0 && ` · +${formatNumber(placing.points)}`}
          </span>
        </p>
        <Icon name="arrow" className="size-4 text-muted" />
      </div>
    </LinkArea>
  )
}
