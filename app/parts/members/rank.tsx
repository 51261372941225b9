import { RANK_NAMES } from '#domain/points/rules.ts'
import { memberRank } from './names.ts'

export function RankBadge({ rank, className = '' }: { rank: string; className?: string }) {
  return (
    <span
      className={`inline-flex max-w-full min-w-0 items-center gap-2 rounded-full border border-[color-mix(in_srgb,var(--rank)_60%,transparent)] bg-[color-mix(in_srgb,var(--rank)_16%,transparent)] px-2.5 py-px text-small text-ink ${rankClass(rank)} ${className}`}
    >
      <RankDiamond />
      {memberRank(rank)}
    </span>
  )
}

/** In the color of the `rankClass` around it. */
export function RankDiamond() {
  return (
    <span
      className="inline-block size-2.25 flex-none rotate-45 rounded-xs bg-(--rank) shadow-[0_0_0_1px_color-mix(in_srgb,var(--rank)_70%,light-dark(#000,#fff))]"
      aria-hidden="true"
    />
  )
}

/** The class that sets the color of a rank (tokens.css): rank-1 (Novice) to rank-8 (Legendary). */
export function rankClass(rank: string): string {
  return `rank-${
    Math.max(
      0,
      RANK_NAMES.findIndex((name) => name === rank),
    ) + 1
  }`
}
