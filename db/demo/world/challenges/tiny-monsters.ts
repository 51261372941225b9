import { lines, type WrittenChallenge, work } from '../written.ts'

export const tinyMonsters: WrittenChallenge = {
  title: 'Tiny monsters, kind eyes',
  kind: 'image',
  type: 'daily',
  look: 'monsters aubergine',
  description:
    'Invent a creature that would fit under a bed and would rather talk than bite. Everything about it may be strange as long as we trust it at first sight.',
  requirements: lines(
    'One creature, or a family that belongs together',
    'The eyes carry the picture: no closed eyes',
    'Give it a name and one habit',
    'Any tool; hand-painted corrections are welcome',
  ),
  submissions: [
    work(
      'Oduvan, who counts socks',
      'monsters moss',
      'Lives behind the dryer. Has never stolen one, only keeps the statistics.',
    ),
    work(
      'The Ministry of Under-the-Stairs',
      'monsters cinder',
      'Three clerks, one rubber stamp between them. They approve naps.',
    ),
    work(
      'Bibble and the late shift',
      'monsters apricot',
      'Bibble waits up until everyone in the house is home, then waits a bit longer in case.',
    ),
    work(
      'Pudding that waved back',
      'monsters lilac',
      'It set overnight and in the morning it had an opinion.',
    ),
    work(
      'Hello from the drain',
      'monsters lagoon',
      'I dropped a ring. He returned it with a second, better ring.',
    ),
    work(
      'Twins of the boiler room',
      'monsters brick',
      'One is warm, one is warmer. Nobody has found out which is which.',
    ),
    work(
      'Murr, collector of yawns',
      'monsters plumrain',
      'Keeps them in jam jars sorted by honesty. Monday’s are the best.',
    ),
    work(
      'The thing in the cereal',
      'monsters citrus',
      'Not toxic. Just shy, and very crunchy around the ears.',
    ),
    work(
      'Auntie Fen',
      'monsters pistachio',
      'She has one eye and it has seen your school report. She is proud of you anyway.',
    ),
    work('Night bus regulars', 'monsters neon', 'They always let you have the window seat.'),
    work(
      'Gloop learns to knock',
      'monsters porcelain',
      'Before this week he came straight through the door, and I mean through.',
    ),
    work('A whale for the bathtub', 'whales lagoon', 'Technically a monster. Technically also the landlord.'),
    work(
      'Horned, harmless, on time',
      'monsters claret',
      'An alarm clock with knees. Wakes you by being nearby.',
    ),
    work(
      'Paperclip eater',
      'monsters slate',
      'Every office has one. Ours is called Deborah and she has been here the longest.',
    ),
    work(
      'The pocket dragon declines',
      'monsters saffron',
      'Offered a village to burn, asked for a biscuit instead.',
    ),
    work(
      'Snorrel in the piano',
      'monsters aubergine',
      'If the low G sounds furry, that is him. Please do not call a tuner.',
    ),
    work(
      'First day at monster school',
      'monsters sakura',
      'They had to draw their fear. All three drew the same vacuum cleaner.',
    ),
    work(
      'Lantern jelly, friendly',
      'jellyfish aubergine',
      'Follows divers home and turns itself down at bedtime.',
    ),
    work(
      'Big ears, small secrets',
      'monsters terracotta',
      'Tell him anything. He will forget it by Thursday and feel honoured forever.',
    ),
    work('Moss uncle', 'monsters juniper', 'Sat down in 1911. Still thinks about getting up.'),
    work(
      'Three wishes, no catch',
      'monsters coral',
      'The catch was that they are lonely, and the wish was company.',
    ),
    work('Portrait of a bug report', 'monsters boreal', 'Cannot be reproduced. Only loved.'),
    work(
      'The sky cow',
      'whales plumrain',
      'It mooed. We measured it twice. The house on its back belongs to a retired physicist.',
    ),
  ],
}
