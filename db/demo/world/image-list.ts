import { freshlyWritten } from '#db/demo/world/challenges/fresh.ts'
import { written } from './challenges.ts'
import { fileName } from './images.ts'
import type { Look } from './written.ts'

/** A picture to be drawn: its file in db/demo/pictures, what it looks like, and the seed of its chances. */
export interface Commission {
  file: string
  look: Look
  seed: string
}

/** Every picture of the demo, those of the challenges first. */
export const commissions: readonly Commission[] = [
  ...[...written, ...freshlyWritten].map(({ title, look }) => ({
    file: fileName('challenge', title),
    look,
    seed: `challenge ${title}`,
  })),
  ...written.flatMap(({ submissions }) =>
    submissions.map(({ title, look }) => ({ file: fileName('entry', title), look, seed: title })),
  ),
]
