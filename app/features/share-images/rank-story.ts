import { servicesContext } from '#app/context.ts'
import { findProfile, type Profile } from '#app/middleware/profile.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import { rankNamed } from '#domain/points/rules.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/rank-story.ts'
import type { RankStoryLayout } from './layout.ts'
import { avatarImage } from './members.ts'
import { respondWithImage, visitorScopeOf } from './respond.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(servicesContext)
  const { userId } = params
  const profile = isId(userId) ? await findProfile(db, visitorScopeOf(context), userId) : undefined
  return respondWithImage({ request, context }, profile && rankLayout(profile, config.productName))
}

function rankLayout(profile: Profile, siteName: string): RankStoryLayout {
  const { name: rank, colour, summary } = rankNamed(profile.rank)
  return {
    kind: 'rank story',
    siteName,
    name: { text: profile.displayName, fallback: 'A ninja' },
    rank,
    summary,
    colour,
    fact: formatCount(profile.points, 'point'),
    image: avatarImage(profile.photoUrl),
  }
}
