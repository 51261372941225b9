import { useEffect } from 'react'
import { redirect, useNavigate } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { Hall } from '#app/parts/hall.tsx'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { memberRank } from '#app/parts/members/names.ts'
import { rankClass } from '#app/parts/members/rank.tsx'
import { SharePicture } from '#app/parts/submissions/share-picture.tsx'
import { ButtonLink, IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { formerRank } from '#domain/points/queries.server.ts'
import { isHigherRank, RANKS, rankNamed } from '#domain/points/ranks.ts'
import type { Route } from './+types/rank-up.ts'

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

function NewBelt({ rank }: { rank: string }) {
  return (
    <div
      className={`relative h-[min(15rem,34vw)] min-h-40 overflow-hidden ${rankClass(rank)}`}
      aria-hidden="true"
    >
      <Half side="left" />
      <Half side="right" />
      <svg
        viewBox="0 0 280 260"
        aria-hidden="true"
        className="belt-knot absolute left-1/2 h-full -translate-x-1/2 overflow-visible"
      >
        <defs>
          <linearGradient id="knot" x2="0" y2="1">
            <stop className="[stop-color:color-mix(in_oklab,var(--rank),#fff_22%)]" />
            <stop className="[stop-color:color-mix(in_oklab,var(--rank),#000_32%)]" offset="1" />
          </linearGradient>
        </defs>
        <path
          className="fill-[color-mix(in_oklab,var(--rank),#000_26%)]"
          d="M152 128 182 142C196 176 214 202 232 222L188 258C168 228 148 190 136 150Z"
        />
        <path className="fill-[#f1e3bd]" d="M232 222 188 258l11 14 44-36Z" />
        <path
          className="fill-(--rank)"
          d="M128 130 158 142C146 184 118 214 84 236L46 202C84 188 108 164 118 132Z"
        />
        <path className="fill-[#f1e3bd]" d="M84 236 46 202l-12 13 38 34Z" />
        <path
          fill="url(#knot)"
          d="M86 62C90 44 112 36 140 36S190 44 196 62C202 82 210 98 210 116 206 140 190 152 172 156H108C90 152 76 140 72 116 72 98 80 82 86 62Z"
        />
        <path className="belt-fold" d="M84 76C116 112 160 128 208 128M88 60C118 92 162 108 204 96" />
      </svg>
    </div>
  )
}

function Half({ side }: { side: 'left' | 'right' }) {
  const isLeft = side === 'left'
  return (
    <div className={`belt-${side} absolute top-0 h-3/5 w-1/2 ${isLeft ? 'left-0' : 'left-1/2'}`}>
      <svg
        viewBox="0 0 720 140"
        preserveAspectRatio="none"
        aria-hidden="true"
        className={`size-full ${isLeft ? '' : '-scale-x-100'}`}
      >
        <defs>
          <linearGradient id={`belt-${side}`} x2="0" y2="1">
            <stop className="[stop-color:color-mix(in_oklab,var(--rank),#fff_22%)]" />
            <stop className="[stop-color:color-mix(in_oklab,var(--rank),#000_32%)]" offset="1" />
          </linearGradient>
        </defs>
        <path className="fill-[rgb(0_0_0/0.35)]" d="M0 84C220 122 460 138 722 140V124L0 70Z" />
        <path fill={`url(#belt-${side})`} d="M0 0C220 38 460 58 722 60V130C460 128 220 112 0 74Z" />
        <path
          className="belt-stitch"
          opacity="0.35"
          vectorEffect="non-scaling-stroke"
          d="M0 12C220 50 460 70 722 72M0 26C220 63 460 83 722 84M0 40C220 76 460 96 722 97M0 54C220 90 460 108 722 109M0 66C220 102 460 119 722 120"
        />
      </svg>
    </div>
  )
}

function OldBelt({ rank }: { rank: string }) {
  return (
    <svg viewBox="0 0 390 130" aria-hidden="true" className={`belt-old h-auto w-full ${rankClass(rank)}`}>
      <path
        className="fill-[color-mix(in_oklab,var(--rank),#000_26%)]"
        d="M344 12 372 2C396 42 384 76 340 92L322 64C352 54 356 34 344 12Z"
      />
      <path className="fill-(--rank)" d="M182 58C236 96 280 88 322 64L340 92C282 124 222 122 164 86Z" />
      <path
        className="fill-[color-mix(in_oklab,var(--rank),#000_26%)]"
        d="M36 74C84 34 136 30 182 58L164 86C126 66 92 72 56 102Z"
      />
      <path className="fill-(--rank)" d="M18 88 36 74 56 102 38 118Z" />
      <path className="fill-[#f1e3bd]" d="M8 96 18 88 38 118 26 126Z" />
    </svg>
  )
}
