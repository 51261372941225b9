import { formatNumber } from '#app/ui/lists/number-text.tsx'
import { DEFAULT_AVATAR } from '#app/ui/people/avatar.tsx'
import { rankNamed } from '#domain/points/rules.ts'
import type { Profile } from '#domain/submissions/profile.server.ts'
import type { PersonSheet } from './sheet.ts'

/** What is drawn for a member: avatar, name, rank, points, entries and victories. */
export function profileSheet(profile: Profile, house: string): PersonSheet {
  const { displayName, rank, points, submissionCount, wins, photoUrl } = profile
  const [, imageId = null] = /^\/media\/([^/]+)$/.exec(photoUrl) ?? []
  const figure = (count: number, one: string, many: string) => {
    return { value: formatNumber(count), label: count === 1 ? one : many }
  }
  return {
    is: 'person',
    house,
    name: { text: displayName, instead: rank },
    rank,
    colour: rankNamed(rank).colour,
    figures: [
      figure(points, 'point', 'points'),
      figure(submissionCount, 'entry', 'entries'),
      ...(wins > 0 ? [figure(wins, 'win', 'wins')] : []),
    ],
    picture: { imageId, width: 384, drawing: photoUrl.startsWith('/avatars/') ? photoUrl : DEFAULT_AVATAR },
  }
}
