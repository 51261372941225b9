import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { lastPage } from '#app/search-params.ts'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import { KINDS, kindLabel } from '#domain/challenges/rules.ts'
import { allEntries, GALLERY_PAGE_SIZE, LAST_PAGE } from '#domain/submissions/galleries.server.ts'
import type { Route } from './+types/all-submissions.ts'
import { allPath, readAllAddress } from './address.ts'
import { AllEntries } from './all-entries.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const read = readAllAddress(new URL(request.url).searchParams)
  const asked = { ...read, page: Math.min(read.page, LAST_PAGE) }
  const found = await part(context, allEntries(db, scope, asked))
  const last = lastPage(found?.total ?? 0, GALLERY_PAGE_SIZE)
  if (found && read.page > last) throw redirect(allPath({ ...asked, page: last }))
  return { asked, found, last, reviewed: scope.moderation === 'before' }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'All Submissions',
    description:
      'Everything that ninjas handed in, from every challenge: images, texts, music, films and code.',
    canonicalPath: loaderData && allPath({ ...loaderData.asked, sort: 'newest' }),
  })
}

export default function AllSubmissions({ loaderData }: Route.ComponentProps) {
  const { asked, found, last, reviewed } = loaderData
  const kinds = [null, ...KINDS].map((kind) => ({
    to: allPath({ ...asked, kind, page: 1 }),
    label: kind ? kindLabel(kind) : 'All',
    current: kind === asked.kind,
  }))
  return (
    <>
      <PageBanner
        subject="cranes"
        eyebrow="From every challenge"
        title="All Submissions"
        subtitle="Everything the dojo has made so far. Look around, then make something of your own."
      >
        <Segmented label="Filter by kind" segments={kinds} />
      </PageBanner>
      <div id="submissions" className="page pt-10">
        {found ? (
          <AllEntries found={found} asked={asked} last={last} reviewed={reviewed} />
        ) : (
          <ErrorPanel message="Failed to load submissions. Please try again later." />
        )}
      </div>
    </>
  )
}
