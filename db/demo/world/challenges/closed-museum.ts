import { lines, type WrittenChallenge, work } from '../written.ts'

export const closedMuseum: WrittenChallenge = {
  title: 'The sound of a closed museum',
  kind: 'audio',
  type: 'monthly',
  look: 'arches slate',
  description:
    'The last visitor has gone and the guard has gone for soup. What do the rooms sound like when they believe that they are alone?',
  requirements: lines(
    'One to five minutes of sound',
    'No spoken explanation',
    'At least one sound has to come from a recording of your own',
    'Link to the full page of the piece',
  ),
  submissions: [
    work(
      'Gallery 9, hygrometer solo',
      'soundrings gilt',
      'The little needle scratches at the paper all night. I slowed it down until it became a cello that is worried about damp.',
    ),
    work(
      'The marble breathes out',
      'arches slate',
      'Warm stone, cold air, forty heads of emperors. Sub-bass, use headphones.',
    ),
    work(
      'Armour, shifting its weight',
      'moire slate',
      'Suits of armour are taller at night. Everything here is one cutlery drawer.',
    ),
    work(
      'Polite applause of the butterflies',
      'phyllotaxis aubergine',
      'Eight hundred pinned wings. Generated from the sound of turning pages in a real reading room.',
    ),
    work(
      'Cloakroom of lost echoes',
      'rings plumrain',
      'What visitors shouted in the rotunda, returned at closing time, unclaimed.',
    ),
    work(
      'A lift that remembers 1934',
      'stairs newsprint',
      'It goes up by itself at ten past two. The tune in the shaft is a foxtrot played by counterweights.',
    ),
    work(
      'Whale hall, humming',
      'whales abyss',
      'The skeleton hangs from eleven steel ropes, and every rope has its note.',
    ),
    work(
      'Rosette for glass and dust',
      'rosette plumrain',
      'Wet fingers on display cases, one visitor at a time, cut together into a chord that never existed.',
    ),
    work('Guard’s radio, three rooms away', 'stilllife claret', 'You are a vase. You hear football.'),
    work(
      'The map room turns over',
      'topography juniper',
      'Paper sleeping on paper. Near the end a drawer sighs and I still do not know why.',
    ),
    work(
      'Inventory of clocks, all wrong',
      'harmonograph gilt',
      'Thirty-one of them. They agree once, at 4:44, and it is the loudest thing that I have ever mixed.',
    ),
    work(
      'Loom, unattended',
      'weave juniper',
      'The jacquard on the second floor dreams in punch cards. I fed its card to a sampler and left the room.',
    ),
  ],
}
