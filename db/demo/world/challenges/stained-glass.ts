import { lines, type WrittenChallenge, work } from '../written.ts'

export const stainedGlass: WrittenChallenge = {
  title: 'Stained glass for a bus stop',
  kind: 'image',
  type: 'weekly',
  look: 'stainedglass cobalt',
  description:
    'The shelter on route 12 gets a window at last. Who is its saint, what is its miracle, and what colour does it throw on the people who wait?',
  requirements: lines(
    'One image that could be cut from glass and lead',
    'No religious symbols of a living faith',
    'Think of the light on the pavement at five in the afternoon',
    'Portrait or landscape, at least 1200 px on the long side',
  ),
  submissions: [
    work(
      'Our Lady of the Late Number 12',
      'stainedglass persimmon',
      'She does not make it come sooner. She makes the waiting pretty, which the timetable never did.',
    ),
    work(
      'Sunrise over the depot',
      'stainedglass brick',
      'Every pane is the average colour of one photograph from my commute, 148 mornings.',
    ),
    work(
      'Rose window, zone two',
      'rosette verdigris',
      'Twelve petals, twelve stops. The dull one is the industrial estate, and I love it most.',
    ),
    work(
      'The miracle of the exact change',
      'stainedglass saffron',
      'A woman reaches into a winter coat in May. You know the rest.',
    ),
    work(
      'Waiting is a kind of prayer',
      'rosette cobalt',
      'Drawn as a compass so that at noon the shadow points to the stop across the street.',
    ),
    work(
      'Patchwork for the number nine',
      'quilt coral',
      'My quilt group did the design, the model did the geometry, we did the arguing.',
    ),
    work('Low tide, high window', 'stainedglass lagoon', 'There is no sea on this route. Now there is.'),
    work('Rain saint', 'stainedglass abyss', 'Turns on when wet. The lower third is real puddles.'),
    work('Kaleidoscope, request stop', 'rosette apricot', 'Raise your hand and it stops turning.'),
    work(
      'Five in the afternoon',
      'stainedglass terracotta',
      'I started with the shadow on the ground and worked backwards to the window.',
    ),
    work(
      'Patron of missed connections',
      'rosette claret',
      'Count the hearts of the petals: one is empty. That was you, in 2014, with the cello.',
    ),
    work(
      'Wheels within wheels',
      'rosette saffron',
      'A window for the terminus, where the drivers drink coffee and do not talk.',
    ),
    work(
      'Blue hour, route map',
      'stainedglass porcelain',
      'The lead lines are the real network, simplified until it forgave us.',
    ),
    work(
      'Shelter me',
      'stainedglass claret',
      'A red for cold evenings. I tested it with a torch and a baked-bean tin.',
    ),
    work(
      'The conductor dreams in tiles',
      'truchet terracotta',
      'Not glass, I admit: vitreous tile. The bands never cross, they only change trains.',
    ),
    work(
      'School run, in primary colours',
      'bauhaus coral',
      'Made for the stop outside the nursery. The circle is a head, if you are four.',
    ),
    work(
      'Moonlight terminus',
      'stainedglass gilt',
      'For the night bus. Mostly lead. The gold is where the moon would be if the driver looked up.',
    ),
    work(
      'Peacock at the park gates',
      'rosette juniper',
      'He walks along the roof of the shelter anyway. It seemed rude to leave him out.',
    ),
    work(
      'Seaweed reliquary',
      'cutouts lagoon',
      'Scissors first, model second, glass never. The cut-outs hang in the shelter as paper until the council pays.',
    ),
    work(
      'Harvest on the 12',
      'stainedglass citrus',
      'The farmers’ market is on Saturdays. On Saturdays this window smells of onions, I promise.',
    ),
  ],
}
