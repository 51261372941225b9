import { useEffect } from 'react'
import { redirect, useNavigate } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { Avatar } from '#app/parts/avatar.tsx'
import { Hall } from '#app/parts/hall.tsx'
import { memberRank } from '#app/parts/names.ts'
import { SharePicture } from '#app/parts/share-picture.tsx'
import { ButtonLink, IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { formerRank } from '#domain/points/queries.server.ts'
import { isHigherRank, RANKS, rankNamed } from '#domain/points/rules.ts'
import type { Route } from './+types/rank-up.ts'
import { NewBelt, OldBelt } from './belts.tsx'

const continuation = '/me'

export const handle: FrameHandle = { bare: true }

/** Celebrates the viewer's rank (NOTE-16). The first rank is not reached. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db } = context.get(servicesContext)
  const position = RANKS.indexOf(rankNamed(viewer.rank))
  if (position === 0) throw redirect('/profile')
  const former = await formerRank(db, viewer)
  const below = RANKS[position - 1]?.name ?? viewer.rank
  const before = former && isHigherRank(viewer.rank, former) ? former : below
  return { viewer, before }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'New rank', hidden: true })
}

export default function RankUp({ loaderData: { viewer, before } }: Route.ComponentProps) {
  useEscape()
  const { summary } = rankNamed(viewer.rank)
  return (
    <Hall className="grid min-h-dvh grid-rows-[1fr_auto_auto]">
      <IconLink to={continuation} label="Close" className="absolute! top-4 right-4 z-1 sm:top-6 sm:right-6">
        <Icon name="close" className="size-6" />
      </IconLink>
      <div className="page grid content-center justify-items-center gap-6 pt-14 pb-6 text-center">
        <div className="relative grid size-[min(19rem,64vw,36svh)] place-items-center rounded-full">
          <span className="hall-light day:hidden" aria-hidden="true" />
          <span
            className="absolute inset-0 -z-1 rounded-full bg-[radial-gradient(circle_at_30%_30%,light-dark(#e8603a,#f8ecd2),light-dark(#d3401e,#e8d7a9))]"
            aria-hidden="true"
          />
          <span className="*:border-[6px]! *:align-top">
            <Avatar photoUrl={viewer.photoUrl} rank={viewer.rank} size="huge" />
          </span>
        </div>
        <div>
          <p className="eyebrow text-ink">New rank</p>
          <h1 className="mt-1 text-[clamp(2.75rem,1.5rem+5.4vw,4.5rem)] leading-[1.08]">
            {memberRank(viewer.rank)}
          </h1>
          <p className="mt-2 text-lead">
            {summary}. <b className="tabular-nums">{formatNumber(viewer.points)}</b>{' '}
            {viewer.points === 1 ? 'point' : 'points'}.
          </p>
        </div>
      </div>
      <NewBelt rank={viewer.rank} />
      <div className="page grid items-end gap-x-8 gap-y-5 pb-8 sm:grid-cols-[minmax(0,1fr)_auto] sm:pb-10">
        <figure className="w-[min(23rem,62vw)] max-sm:mx-auto sm:-mt-24">
          <OldBelt rank={before} />
          <figcaption className="mt-1 text-calm max-sm:text-center">Before: {before}</figcaption>
        </figure>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={continuation} variant="overlay" size="large">
            Continue
          </ButtonLink>
          <SharePicture path={`/profile/${viewer.id}`} size="large" />
        </div>
      </div>
    </Hall>
  )
}

/** Escape closes the page, as the link does. */
function useEscape() {
  const navigate = useNavigate()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) navigate(continuation)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}
