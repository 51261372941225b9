import { lines, type WrittenChallenge, work } from '../written.ts'

export const oneStanza: WrittenChallenge = {
  title: 'One stanza, no adjectives',
  kind: 'text',
  type: 'daily',
  look: 'enso newsprint',
  description:
    'Four to eight lines. Nouns and verbs do the work today. Use a model to argue with, not to hide behind, and keep what survives.',
  requirements: lines(
    'Four to eight lines, any language with a translation',
    'No adjectives; adverbs are frowned upon',
    'The stanza itself goes into the description',
    'Say in your process what the model wanted and what you refused',
  ),
  submissions: [
    work(
      'Inventory',
      'enso washi',
      'A chair. A window. A coat on its hook.\nThe kettle, and the click before the boil.\nI count the things you touched and close the book\nand open it, and count, and leave the oil\nfrom your thumb on the latch, and do not look.',
    ),
    work(
      'The ferry',
      'inkwash linen',
      'The rope lets go. The bank begins to leave.\nYou wave at someone and I wave at you.\nThe gulls take bread, the river takes the light,\nand by the time the engine finds its note\nthere is a width between us with a name.',
    ),
    work(
      'Bread',
      'cutouts terracotta',
      'Flour, and then water, and then the wait.\nMy mother’s hands arrive inside my hands.\nThey fold, they turn, they leave me with the dough.\nThe oven ticks. The house begins to speak.',
    ),
    work(
      'Night shift',
      'moire gilt',
      'The corridor hums. A bell. A name. A door.\nI carry water to a man who dreams\nof water. He says thanks to someone’s ghost.\nI sign the sheet. The morning signs the rest.',
    ),
    work(
      'Instructions for rain',
      'zengarden juniper',
      'Begin on tin. Move on to leaf, to stone.\nSay what the roof would say. Then say it slower.\nForgive the gutters. Fill the bucket. Stop\nas people stop who know that they are heard.',
    ),
    work(
      'Snow came',
      'forest glacier',
      'Snow came and took the fence, the step, the road.\nIt took the car. It left the chimney smoke.\nWe stood and looked at all we did not own\nand no one, for an hour, made a sound.',
    ),
    work(
      'Argument with a heron',
      'koi juniper',
      'I moved. It stayed. I spoke. It stayed. I threw\na stone; it watched the ring become a pond.\nI went away to tell you I had won.\nIt ate the fish. It has not thought of me.',
    ),
    work(
      'Telegram',
      'bauhaus newsprint',
      'ARRIVED STOP LOST THE TRUNK STOP KEPT THE BIRD\nSTOP IT SINGS STOP THE LANDLADY OBJECTS\nSTOP SEND SEED STOP SEND MOTHER’S SONG IN WORDS\nSTOP I HAVE HUMMED IT AND FORGOT THE NEXT',
    ),
    work(
      'Orchard after the auction',
      'growth terracotta',
      'They sold the ladders and they sold the land.\nThe trees were not informed. In March they bloomed.\nThe bees came, checked the papers, went to work.',
    ),
    work(
      'What the tide signed',
      'seigaiha porcelain',
      'It wrote its name, then wiped it, then wrote mine.\nI took a photo. In the photo: sand.\nI took my shoes off so that it could read.',
    ),
    work(
      'Tailor',
      'weave slate',
      'He pins the hem. He talks of Trieste, of trains.\nThe chalk says where the cloth and I will part.\nHe bites the thread. The mirror gives its view.\nI wear his war for seven years, and dance.',
    ),
    work(
      'Minutes of the meeting',
      'rings pistachio',
      'The clock proposed a motion. It was passed.\nThe plant abstained. The window moved to close.\nWe thanked the chair. The chair said it was oak.\nNothing was minuted. It rained. We voted rain.',
    ),
    work(
      'Recipe for forgiveness',
      'phyllotaxis citrus',
      'Salt. Then the water that you took it from.\nA spoon. A wall to look at while you stir.\nServe it to no one. Wash the bowl. Go home.\nThe smell will tell the others. They will come.',
    ),
    work(
      'Gate',
      'gates washi',
      'I came to ask. The gate was there to ask.\nWe stood. The wind went through us, first through it.\nA leaf fell. It was not the sign. It fell.',
    ),
  ],
}
