import { servicesContext } from '#app/context.ts'
import { findProfile, type Profile } from '#app/middleware/profile.server.ts'
import { formatNumber } from '#app/ui/number.tsx'
import { rankNamed } from '#domain/points/rules.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/profile.ts'
import type { ProfileLayout } from './layout.ts'
import { avatarImage } from './members.ts'
import { respondWithImage, visitorScopeOf } from './respond.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(servicesContext)
  const { userId } = params
  const profile = isId(userId) ? await findProfile(db, visitorScopeOf(context), userId) : undefined
  return respondWithImage({ request, context }, profile && profileLayout(profile, config.productName))
}

function profileLayout(profile: Profile, siteName: string): ProfileLayout {
  const { displayName, rank, points, submissionCount, wins, photoUrl } = profile
  const figure = (count: number, one: string, many: string) => {
    return { value: formatNumber(count), label: count === 1 ? one : many }
  }
  return {
    kind: 'profile',
    siteName,
    name: { text: displayName, fallback: rank },
    rank,
    colour: rankNamed(rank).colour,
    figures: [
      figure(points, 'point', 'points'),
      figure(submissionCount, 'entry', 'entries'),
      ...(wins > 0 ? [figure(wins, 'win', 'wins')] : []),
    ],
    image: avatarImage(photoUrl),
  }
}
