import { lines, type WrittenChallenge } from '../written.ts'

/** Challenges kept back for a start that finds none active. */
export const freshlyWritten: readonly WrittenChallenge[] = [
  {
    title: 'The colour of a wrong number',
    kind: 'image',
    type: 'daily',
    look: 'bauhaus apricot',
    description:
      'Someone rang, listened for a moment and hung up. Paint that moment. Abstraction is welcome; a telephone is not required.',
    requirements: lines('One image', 'At most five colours', 'Say who you think it was'),
    submissions: [],
  },
  {
    title: 'Six lines for a stranger’s umbrella',
    kind: 'text',
    type: 'daily',
    look: 'umbrellas linen',
    description:
      'They left it, you kept it, it has rained ever since. Six lines, rhymed or not, addressed to the umbrella or to its owner.',
    requirements: lines('Exactly six lines', 'The text goes into the description'),
    submissions: [],
  },
  {
    title: 'A door in the middle of the sea',
    kind: 'image',
    type: 'weekly',
    look: 'boats verdigris',
    description:
      'It stands on the water, ajar. Where does it lead, who holds it open, and does it creak? One image that makes us want to row there.',
    requirements: lines(
      'One image',
      'The door should be open at least a hand’s breadth',
      'No ships in distress',
    ),
    submissions: [],
  },
  {
    title: 'Music for an empty swimming pool',
    kind: 'audio',
    type: 'weekly',
    look: 'seigaiha glacier',
    description:
      'The season is over and the tiles are dry. Use the echo, the ladder, the drain, the lifeguard’s chair. Up to three minutes.',
    requirements: lines(
      'At most three minutes',
      'Reverb is an instrument here',
      'Link to the full page of the piece',
    ),
    submissions: [],
  },
  {
    title: 'Slow television for houseplants',
    kind: 'video',
    type: 'weekly',
    look: 'growth juniper',
    description:
      'Something to leave on for the fern while you are at work. Thirty seconds that could go on for hours.',
    requirements: lines('Thirty seconds, looping', 'Light should move', 'Link to the full page of the video'),
    submissions: [],
  },
  {
    title: 'An atlas of tiny kingdoms',
    kind: 'image',
    type: 'monthly',
    look: 'isotown saffron',
    description:
      'A windowsill, a kerb, the top of a wardrobe: each one a realm with roads, weather and a foreign policy. Show us one of them from above.',
    requirements: lines('One image', 'The realm fits on a table', 'Tell us about its only law'),
    submissions: [],
  },
  {
    title: 'Machines that say thank you',
    kind: 'code',
    type: 'special',
    look: 'robots porcelain',
    description:
      'Build a small program whose only job is gratitude, and make it mean it. Web pages, scripts, bots and blinking lights all count.',
    requirements: lines(
      'Source or a link to it',
      'No tracking, no accounts',
      'It should thank somebody specific',
    ),
    submissions: [],
  },
  {
    title: 'A festival nobody remembers founding',
    kind: 'special',
    type: 'special',
    look: 'lanterns aubergine',
    description:
      'Every year, on the same evening, the whole town does it. Invent the custom: costume, song, dish, procession, fine print.',
    requirements: lines(
      'Any form or mix of forms',
      'One rule that sounds wrong and is kept anyway',
      'Link to the work',
    ),
    submissions: [],
  },
]
