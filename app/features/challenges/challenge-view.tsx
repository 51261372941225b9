import { Suspense } from 'react'
import { Image } from '#app/parts/image.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { managePath } from '#app/parts/paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { excerpt } from '#app/ui/text/excerpt.ts'
import { ArrowLink, TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import {
  CHANGE_LABELS,
  type ChallengeChange,
  MOMENT_LABELS,
  TO_BE_ANNOUNCED,
} from '#domain/challenges/changes.ts'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { badgeLabel, isFinished, typeAndKindLabel } from '#domain/challenges/rules.ts'
import type { Viewer } from '#domain/members/rules.ts'
import type { ChallengeAction } from './action.server.ts'
import { ActionPanel, FurtherActions } from './action-panel.tsx'

// Below a closed summary, so browsers load its code after the rest.
const Brief = lazyPart(() => import('./brief.tsx'), 'Brief')

interface Props {
  challenge: ChallengeDetail
  action: ChallengeAction
  viewer: Viewer
  requirements: readonly string[]
  tools: readonly string[]
  now: Date
  children?: React.ReactNode
}

export function ChallengeView(props: Props) {
  const { viewer, children } = props
  const acting = { ...props, signedIn: viewer !== null }
  return (
    <div className="grid items-start gap-x-10 gap-y-8 sm:pt-8 lg:grid-cols-[minmax(0,1fr)_21.25rem] phone:gap-y-0">
      <Head {...props} />
      <aside className="contents lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid lg:gap-4">
        <ActionPanel {...acting} />
        {/* On narrow screens after the submissions. */}
        <div className="grid gap-4 max-lg:order-1 phone:mt-8">
          <FurtherActions {...acting} />
        </div>
      </aside>
      <div className="grid gap-12">{children}</div>
    </div>
  )
}

function Head(props: Props) {
  const { challenge } = props
  return (
    <div>
      <Image
        image={challenge.image}
        fallback="challenge"
        alt=""
        sizes={SIZES}
        eager={challenge.winner ? 'soon' : true}
        className={`max-sm:bleed sm:rounded-card ${isFinished(challenge.status) ? 'aspect-[5/2] sm:aspect-[3/1]' : 'aspect-[5/3] sm:aspect-[2/1]'}`}
      />
      <p className="mt-5 flex flex-wrap items-center gap-x-2 text-calm text-muted sm:mt-7">
        <Badge tone={challenge.status} on="line">
          {badgeLabel(challenge.status)}
        </Badge>
        <span>· {typeAndKindLabel(challenge)}</span>
        {props.viewer?.isAdmin && (
          <ArrowLink to={managePath(challenge.id)} className="ml-auto">
            Manage
          </ArrowLink>
        )}
      </p>
      <h1 dir="auto" className="mt-1.5 text-page">
        {challenge.title}
      </h1>
      <p dir="auto" className="mt-2 max-w-[60ch] sm:mt-3 text-lead max-sm:line-clamp-2 max-sm:text-body">
        {excerpt(challenge.description, 220)}
      </p>
      {challenge.suggestedBy && (
        <p className="mt-2 text-small text-muted">
          Suggested by{' '}
          <TextLink to={`/profile/${challenge.suggestedBy.id}`}>
            <bdi>{memberName(challenge.suggestedBy.displayName)}</bdi>
          </TextLink>
        </p>
      )}
      <Changes changes={challenge.changes} />
      <Disclosure
        summary="Brief and rules"
        summaryClassName="inline-flex min-h-11 items-center font-semibold"
        className="mt-1"
      >
        <Suspense>
          <Brief {...props} />
        </Suspense>
      </Disclosure>
    </div>
  )
}

const SIZES = '(min-width: 75rem) 820px, (min-width: 64rem) 62vw, 100vw'

/** What organisers changed since the challenge was published, latest first; nothing without any (CHL-75). */
function Changes({ changes }: { changes: readonly ChallengeChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul aria-label="Changes" className="mt-3 grid gap-1 text-small text-muted">
      {changes.map((change) => (
        <li key={change.id}>
          <Time value={change.at} format="short" />: <ChangeText change={change} />
        </li>
      ))}
    </ul>
  )
}

function ChangeText({ change: { what, from, to, note } }: { change: ChallengeChange }) {
  return (
    <>
      {CHANGE_LABELS[what]}{' '}
      {what in MOMENT_LABELS && (to ? <Time value={to} format="shorttime" /> : TO_BE_ANNOUNCED)}
      {from && (
        <>
          {' '}
          instead of <Time value={from} format="shorttime" />
        </>
      )}
      {note && (
        <q dir="auto" className="block max-w-[60ch] whitespace-pre-line text-ink wrap-anywhere">
          {note}
        </q>
      )}
    </>
  )
}
