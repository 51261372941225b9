import { lines, type WrittenChallenge, work } from '../written.ts'

export const paperBirds: WrittenChallenge = {
  title: 'Paper birds, long flights',
  kind: 'image',
  type: 'monthly',
  look: 'cranes washi',
  description:
    'Fold something that flies, out of whatever paper is at hand: tickets, maps, tax forms, love letters. Then let it go somewhere far.',
  requirements: lines(
    'One image about folding, flying or both',
    'The material should look like paper',
    'Say where the flight begins and where it ends',
  ),
  submissions: [
    work(
      'A thousand minus one',
      'cranes letterpress',
      'The last one is in my wallet. I will fold it when she is home.',
    ),
    work(
      'Migration of the receipts',
      'cranes apricot',
      'From the bottom of every bag I own to a warm country without VAT.',
    ),
    work('Night mail', 'cranes harbour', 'They fly under radar, under doors, under the tongue.'),
    work(
      'Unfolding, slowly',
      'facets apricot',
      'A crane, opened flat again. The creases are the memory of having been a bird.',
    ),
    work(
      'Balloon of old newspapers',
      'balloons newsprint',
      'Lifted off from the roof of the print shop with one hundred years of bad news as ballast. It went up anyway.',
    ),
    work(
      'Torn horizon',
      'tornpaper apricot',
      'Two magazines, one atlas, no scissors. The sun is a coffee ring from an airport.',
    ),
    work(
      'Sakura, northbound',
      'cranes sakura',
      'They follow the blossom up the coast, three hundred kilometres a week.',
    ),
    work(
      'Paper plane, window seat',
      'balloons sakura',
      'Folded from a boarding pass that I did not use. I watched the flight on the tracker until it landed without me.',
    ),
    work(
      'Instructions lost in the post',
      'tornpaper letterpress',
      'Step 14 is missing, so the flock improvised, and look how well it did.',
    ),
    work(
      'Heron, folded wet',
      'cranes juniper',
      'Wet-folding, then scanned, then argued over with Flux for two evenings about the light behind the neck.',
    ),
    work(
      'The kite that kept the string',
      'cutouts letterpress',
      'Cut-outs for my son, who wanted one bird for every aunt. He has nine aunts.',
    ),
    work('Red eye', 'cranes brick', 'An overnight flight, told by its shadow on the clouds.'),
    work(
      'Ash paper',
      'cranes cinder',
      'Made after the fire, from what was left of the library. They lift off in a heat you can almost hear.',
    ),
    work(
      'First class, origami',
      'balloons apricot',
      'Everyone aboard is folded. The captain is a napkin with excellent posture.',
    ),
    work(
      'Letter to the jet stream',
      'tornpaper glacier',
      'The message is in the tear lines; hold the picture at an angle and squint until it is about your mother.',
    ),
    work('Small wings, big paperwork', 'cranes citrus', 'Form 27b dreams of Africa.'),
    work(
      'Lift',
      'hills porcelain',
      'Folded hills for folded birds. They are behind the second ridge, resting.',
    ),
    work(
      'Geese over the stationery shop',
      'quilt letterpress',
      'Flying geese is a quilt block. I just let the triangles have their own idea.',
    ),
    work(
      'Crane, passing through security',
      'cranes lilac',
      'Please remove your wings and place them in the tray.',
    ),
    work(
      'Whale made of envelopes',
      'whales porcelain',
      'It was meant to be a swan. It grew. Windows where the addresses were.',
    ),
    work(
      'Slow mail balloon, 1870',
      'balloons gilt',
      'They really did send the post out of the besieged city by balloon. I folded the fleet from a facsimile.',
    ),
    work(
      'One crane for the moon',
      'cranes aubergine',
      'Flight time: as long as you can hold your breath, and then again.',
    ),
  ],
}
