import { formatNumber } from '#app/ui/lists/number-text.tsx'
import { AdminBadge } from '#app/ui/people/admin-badge.tsx'
import { Avatar } from '#app/ui/people/avatar.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import type { Standing } from '#domain/points/queries.server.ts'

/** The first three on their steps. The table says the same, so it stays silent for screen readers. */
export function Podium({ ninjas }: { ninjas: Standing[] }) {
  return (
    <div className="podium" aria-hidden="true">
      {ninjas.map((ninja) => (
        <div key={ninja.id} className={`podium-place podium-${ninja.position}`}>
          <Avatar photoUrl={ninja.photoUrl} rank={ninja.rank} size="large" />
          <p className="clamp-2 w-full text-small text-balance font-semibold">{nameOf(ninja.displayName)}</p>
          {ninja.isAdmin && <AdminBadge compact />}
          <div className="podium-step">
            <span className="podium-number">{ninja.position}</span>
            <span className="text-small figures">{formatNumber(ninja.points)}</span>
          </div>
        </div>
      ))}
    </div>
  )
}
