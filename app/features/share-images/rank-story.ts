import type { Profile } from '#app/middleware/subjects.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import { rankNamed } from '#domain/points/ranks.ts'
import type { Route } from './+types/rank-story.ts'
import type { RankStoryLayout } from './layout.ts'
import { respondWithImage } from './respond.server.ts'
import { avatarImage, sharedProfile } from './subjects.server.ts'

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  return respondWithImage(args, await sharedProfile(args.context, args.params.userId), rankLayout)
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
