import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { nowOf } from '#app/now.server.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { lastPage } from '#app/search-params.ts'
import { useArriving } from '#app/ui/lists/arriving.ts'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { CardSkeletons } from '#app/ui/surfaces/skeleton.tsx'
import { ARCHIVE_PAGE_SIZE, archive } from '#domain/challenges/archive.server.ts'
import type { Route } from './+types/archive.ts'
import { archivePath, readArchiveAddress } from './address.ts'
import { ArchiveBanner } from './archive-banner.tsx'
import { ArchiveMonths } from './archive-months.tsx'
import { EmptyArchive } from './empty-archive.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const asked = readArchiveAddress(new URL(request.url).searchParams)
  const [now, found] = await Promise.all([nowOf(context), part(context, archive(db, scope, asked))])
  const last = lastPage(found?.total ?? 0, ARCHIVE_PAGE_SIZE)
  if (found && asked.page > last) throw redirect(archivePath({ ...asked, page: last }))
  return { asked, cards: found?.cards ?? null, last, signedIn: scope.viewer !== null, now }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Challenge Archive',
    description: 'Every challenge that has ended, month by month, with all its entries and its winner.',
    canonicalPath: loaderData && archivePath(loaderData.asked),
  })
}

export default function Archive({ loaderData }: Route.ComponentProps) {
  const { asked, cards, last, signedIn, now } = loaderData
  const arriving = useArriving() !== null
  return (
    <>
      <ArchiveBanner asked={asked} />
      <div id="archive" className="page pt-4">
        {cards === null && (
          <div className="mt-10">
            <ErrorPanel message="Failed to load completed challenges. Please try again." />
          </div>
        )}
        {arriving && (
          <div className="mt-10">
            <CardSkeletons count={cards?.length || 3} label="Loading challenges" />
          </div>
        )}
        {!arriving && cards?.length === 0 && <EmptyArchive asked={asked} />}
        {!arriving && cards && <ArchiveMonths challenges={cards} signedIn={signedIn} now={now} />}
        <Pager
          current={asked.page}
          last={last}
          to={(page) => archivePath({ ...asked, page }, 'archive')}
          label="Pages of the archive"
        />
      </div>
    </>
  )
}
