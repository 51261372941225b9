import { Suspense } from 'react'
import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { advanceAndGetTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CardSkeletons, usePendingNavigation } from '#app/ui/lists/loading.tsx'
import { choiceIn, pageIn } from '#app/ui/lists/search-params.ts'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ListSection } from '#app/ui/section.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import {
  type ChallengeSummary,
  challengeSections,
  FINISHED_PAGE_SIZE,
  finishedChallenges,
} from '#domain/challenges/queries.server.ts'
import { KINDS, type Kind } from '#domain/challenges/rules.ts'
import type { Route } from './+types/list.ts'
import { allPath } from './all-params.ts'
import { ChallengeRow } from './challenge-row.tsx'
import { kindFilter } from './filters.ts'
import { listPath, SECTIONS, type SectionTexts, sectionFilters } from './list-sections.ts'

// Below the first view, so browsers load its code after the rest.
const CompletedSection = lazyPart(() => import('./completed-section.tsx'), 'CompletedSection')

export const handle: FrameHandle = { tabs: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const params = new URL(request.url).searchParams
  const kind = choiceIn(params, 'kind', KINDS)
  const page = pageIn(params)

  const now = await loadOrNull(context, advanceAndGetTime(context))
  const [sections, finished] = await Promise.all([
    loadOrNull(context, challengeSections(db, scope, kind)),
    loadOrNull(context, finishedChallenges(db, scope, kind, page)),
  ])
  const last = Math.max(1, Math.ceil((finished?.total ?? 0) / FINISHED_PAGE_SIZE))
  if (finished && page > last) throw redirect(listPath(kind, last))
  return { kind, page, last, sections, finished, viewer: scope.viewer, now: now ?? new Date() }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Challenges',
    description:
      'Timed creative challenges made with AI tools: a new one every day, weekly ones and special ones. Enter, vote, win.',
    canonicalPath: loaderData && listPath(loaderData.kind, loaderData.page),
    feed: { path: '/challenges.atom', title: 'Challenges' },
  })
}

export default function ChallengeList({ loaderData }: Route.ComponentProps) {
  const { kind, page, last, sections, finished, viewer, now } = loaderData
  const signedIn = viewer !== null
  const nextParams = usePendingNavigation()
  const isKindLoading = nextParams !== null && choiceIn(nextParams, 'kind', KINDS) !== kind
  const first = SECTIONS.find(({ name }) => sections?.[name].length)
  return (
    <div className="page">
      <PageHeader
        title="Challenges"
        actions={<Segmented label="Filter by kind" segments={kindFilter(kind, 'All', listPath)} />}
      />
      {SECTIONS.map((section, index) => (
        <TypeSection
          key={section.name}
          section={section}
          isFirst={section === first}
          className={index === 0 ? 'mt-2' : undefined}
          challenges={sections?.[section.name] ?? null}
          kind={kind}
          isLoading={isKindLoading}
          signedIn={signedIn}
          now={now}
        />
      ))}
      <Suspense fallback={<div className="min-h-svh" />}>
        <CompletedSection
          challenges={finished?.cards ?? null}
          kind={kind}
          page={page}
          last={last}
          isLoading={nextParams !== null}
          signedIn={signedIn}
          now={now}
        />
      </Suspense>
    </div>
  )
}

interface TypeSectionProps {
  section: SectionTexts
  isFirst: boolean
  className?: string
  challenges: ChallengeSummary[] | null
  kind: Kind | null
  isLoading: boolean
  signedIn: boolean
  now: Date
}

const archiveLink = (
  <ButtonLink to="/challenges/archive" variant="secondary">
    Browse the archive
  </ButtonLink>
)

function TypeSection(props: TypeSectionProps) {
  const { section, isFirst, className = 'mt-12 sm:mt-18', challenges, kind, isLoading, signedIn, now } = props
  return (
    <ListSection
      id={section.id}
      title={section.title}
      link={{ to: allPath(sectionFilters(section.name, kind)), label: 'View all' }}
      className={className}
      items={challenges}
      failed={section.failed}
      empty={<EmptyState action={section.name === 'daily' && archiveLink}>{section.empty}</EmptyState>}
      loading={isLoading && <CardSkeletons count={3} label="Loading challenges" />}
    >
      {(items) => <ChallengeRow challenges={items} signedIn={signedIn} now={now} isFirst={isFirst} />}
    </ListSection>
  )
}
