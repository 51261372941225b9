import type { Profile } from '#app/middleware/subjects.server.ts'
import { formatNumber } from '#app/ui/number.tsx'
import { rankNamed } from '#domain/points/ranks.ts'
import type { Route } from './+types/profile.ts'
import type { ProfileLayout } from './layout.ts'
import { respondWithImage } from './respond.server.ts'
import { avatarImage, sharedProfile } from './subjects.server.ts'

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  return respondWithImage(args, await sharedProfile(args.context, args.params.userId), profileLayout)
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
