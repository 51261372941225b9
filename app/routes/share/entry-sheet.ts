import { kindLabel } from '#domain/challenges/rules.ts'
import { rankNamed } from '#domain/points/rules.ts'
import type { EntryPage } from '#domain/submissions/queries.server.ts'
import { workPicture } from './challenge-sheet.ts'
import type { WorkSheet } from './sheet.ts'

/** What is drawn for an entry: its title, whose it is, and for which challenge. No counts. */
export function entrySheet(entry: EntryPage, house: string): WorkSheet {
  const { title, kind, author, challengeTitle, isWinner, picture } = entry
  const { name: rank, colour } = rankNamed(author.rank)
  return {
    is: 'work',
    house,
    eyebrow: `${kindLabel(kind)} entry`,
    title: { text: title, instead: `${kindLabel(kind)} entry` },
    byline: { name: { text: `by ${author.displayName || 'Ninja User'}`, instead: `by a ${rank}` }, colour },
    foot: {
      label: isWinner ? 'Winner of the challenge' : 'Made for the challenge',
      tone: isWinner ? 'gold' : 'quiet',
      text: { text: challengeTitle, instead: `${kindLabel(kind)} challenge` },
    },
    picture: workPicture(picture?.id, 'entry'),
  }
}
