import { KindLine } from '#app/parts/challenge-card.tsx'
import { Description, detailFacts, Requirements, ToolChips } from '#app/parts/challenge-facts.tsx'
import { Image } from '#app/parts/image.tsx'
import { RewardList } from '#app/parts/rewards.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Card } from '#app/ui/card.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { SectionChips } from '#app/ui/section-chips.tsx'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import { badgeLabel } from '#domain/challenges/rules.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { ActionPanel } from './action-panel.tsx'

interface Props {
  challenge: ChallengeDetail
  viewer: Viewer
  /** How far the viewer's own submission is. */
  progress: string | null
  requirements: readonly string[]
  tools: readonly string[]
  now: Date
  children?: React.ReactNode
}

export function ChallengeView(props: Props) {
  const { challenge, viewer, progress, now, children } = props
  return (
    <>
      <div className="pt-6 sm:pt-8">
        <Breadcrumb crumbs={[{ to: '/challenges', label: 'Challenges' }, { label: challenge.title }]} />
      </div>
      <div className="grid items-start gap-x-7 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
        <Head challenge={challenge} now={now} />
        <aside className="contents lg:sticky lg:top-22 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid lg:gap-5">
          <ActionPanel challenge={challenge} signedIn={viewer !== null} progress={progress} now={now} />
          {/* On narrow screens after the description. */}
          <Card eyebrow="Points" className="max-lg:order-1">
            <RewardList voting={challenge.allowVoting} />
          </Card>
          {viewer?.isAdmin && (
            <ArrowLink to={`/admin/challenges/${challenge.id}/edit`}>Edit Challenge</ArrowLink>
          )}
        </aside>
        <div className="grid gap-10">
          {children}
          <Brief {...props} />
        </div>
      </div>
    </>
  )
}

function Head({ challenge, now }: Pick<Props, 'challenge' | 'now'>) {
  return (
    <div>
      <Image
        image={challenge.image}
        fallback="challenge"
        alt=""
        sizes={SIZES}
        eager
        className="aspect-video rounded-card border border-line"
      />
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Badge tone={challenge.status}>{badgeLabel(challenge.status)}</Badge>
        <KindLine challenge={challenge} />
      </div>
      <h1 dir="auto" className="mt-3 mb-6 text-page">
        {challenge.title}
      </h1>
      <Facts facts={detailFacts(challenge, now)} />
      <SectionChips sections={SECTIONS} />
    </div>
  )
}

function Brief({ challenge, requirements, tools }: Props) {
  return (
    <div>
      <Description challenge={challenge} />
      <h2 id="requirements" className="mt-10 mb-4 text-[1.5rem] leading-tight">
        Requirements
      </h2>
      <Requirements requirements={requirements} />
      <h2 className="mt-10 mb-4 text-[1.5rem] leading-tight">Recommended AI tools</h2>
      <ToolChips tools={tools} />
    </div>
  )
}

const SECTIONS = [
  { id: 'requirements', title: 'Requirements' },
  { id: 'submissions', title: 'Submissions' },
  { id: 'more-challenges', title: 'More Challenges' },
]

const SIZES = '(min-width: 75rem) 832px, (min-width: 64rem) 65vw, 100vw'
