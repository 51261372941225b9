import { lines, type WrittenChallenge, work } from '../written.ts'

export const movedMaps: WrittenChallenge = {
  title: 'Maps of places that moved',
  kind: 'image',
  type: 'monthly',
  look: 'archipelago letterpress',
  description:
    'Islands drift, quarters gentrify, rivers change their minds. Draw the chart of somewhere that is no longer where it was, and let us see both places if you dare.',
  requirements: lines(
    'One map, chart, plan or model',
    'Lines and shapes may explain it; words may not',
    'It should be possible to get lost in it',
    'Describe the place as if we could go there',
  ),
  submissions: [
    work(
      'The cartographer’s daughter',
      'archipelago terracotta',
      'He drew islands for the navy. She moved one, at eleven, with an eraser, and the ferry has gone there ever since.',
    ),
    work(
      'Four winters of the same valley',
      'topography glacier',
      'Each tint is a year. Where they disagree is where my grandparents’ village used to be.',
    ),
    work(
      'Archipelago, leaving',
      'archipelago porcelain',
      'They go at the speed fingernails grow. In the harbour office there is a drawer for the overtaken charts.',
    ),
    work('My old street, as remembered by my knees', 'topography citrus', 'Contour interval: one scab.'),
    work(
      'The suburb that followed the tram',
      'isotown sakura',
      'When line 6 was extended, the houses went along. This is the model they showed at the town hall, one house short.',
    ),
    work(
      'River, revised',
      'marble lagoon',
      'Nine courses of the same river over two thousand years, poured into each other as one sheet of ink.',
    ),
    work(
      'Course for a drunk navigator',
      'archipelago gilt',
      'He arrived first. The sober ones are still arguing with the legend.',
    ),
    work(
      'Dune survey, day and night',
      'desert terracotta',
      'The camp is drawn where we pitched it. By breakfast it was in the next square.',
    ),
    work(
      'Mountain on loan',
      'facets harbour',
      'They lent us the summit for the exhibition. It has to be back in the Urals by March.',
    ),
    work(
      'Heights of an argument',
      'topography brick',
      'Red is where we shouted. The dotted line is how we walked home.',
    ),
    work(
      'A kitchen, surveyed',
      'topography pistachio',
      'The table is the plateau, the sink is the lake, and the lowlands are under the fridge.',
    ),
    work(
      'Sky chart for a town that relocated',
      'starmap letterpress',
      'They took their sky with them: same stars, other horizon. The dashed ring is what they left behind.',
    ),
    work(
      'Five islands and a rumour',
      'archipelago aubergine',
      'The rumour is bottom left. Ships that look for it come back with better stories than the others.',
    ),
    work(
      'Stair quarter, unfolded',
      'stairs apricot',
      'Lisbon, or a dream of it, with all the up turned into sideways.',
    ),
    work(
      'Permafrost, softening',
      'topography cobalt',
      'From a data set of ground temperatures, and from a mother who will not leave the house on stilts.',
    ),
    work(
      'Village in the reservoir',
      'drowned juniper',
      'In dry years the church comes up for air. I mapped it by lowering a lamp.',
    ),
    work(
      'Border, breathing',
      'marble washi',
      'It moved eleven times in a century and my great-aunt never left her bed by the window.',
    ),
    work(
      'Atoll census',
      'archipelago coral',
      'Population 40, 38, 38, 12, 3, and one man who says he is the tide gauge.',
    ),
    work(
      'Market day, seen by swifts',
      'isotown terracotta',
      'The stalls migrate. The swifts keep a better plan of it than the police do.',
    ),
    work(
      'Trench and plateau',
      'topography abyss',
      'The sea floor off a coast that used to be inland. Somebody ploughed it once; the lines are still there.',
    ),
  ],
}
