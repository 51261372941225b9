import { lines, type WrittenChallenge } from '../written.ts'

export const snowFromInside: WrittenChallenge = {
  title: 'Snow, seen from inside',
  kind: 'image',
  type: 'daily',
  look: 'forest porcelain',
  description:
    'The first snow of the year and you are on the warm side of the glass. Show the snow, the glass, or the warm side, but let us feel all three.',
  requirements: lines('One image', 'The snow has to be visible, if only as light', 'No holiday decorations'),
  submissions: [],
}

export const feelingBar: WrittenChallenge = {
  title: 'A loading bar with feelings',
  kind: 'code',
  type: 'daily',
  look: 'truchet citrus',
  description:
    'Progress is never linear and neither are we. Write a loading bar that hesitates, hopes, sulks and finally arrives.',
  requirements: lines('One self-contained page', 'It has to finish eventually', 'Respect reduced motion'),
  submissions: [],
}

export const smallApologies: WrittenChallenge = {
  title: 'The museum of small apologies',
  kind: 'image',
  type: 'daily',
  look: 'arches linen',
  description:
    'Design one exhibit: an object that somebody left on a doorstep instead of saying sorry. Label it with its year and nothing else.',
  requirements: lines('One image', 'One object, one pedestal', 'A year may be visible, no other text'),
  submissions: [],
}
