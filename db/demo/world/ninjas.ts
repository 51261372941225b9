import { RANKS } from '#domain/points/rules.ts'

export type Role = 'newcomer' | 'member' | 'administrator' | 'ninja'

export interface DemoNinja {
  name: string
  bio: string | null
  avatarPreset: number
  /** The rank that the ninja is to have reached by the first start. */
  rank: string
  role: Role
}

type Line = [name: string, bio?: string]

const legendary: Line[] = [['Crimson Wanderer 418', 'First in, last out. I vote for the odd ones.']]
const elite: Line[] = [['Silent Koi 77', 'Water, mostly. Sometimes glass.']]
const master: Line[] = [
  ['Velvet Raven 5', 'Stage designer by day. By night also, but for free.'],
  ['Paper Fox 203', 'I fold things and then I photograph them.'],
]
const expert: Line[] = [
  ['Lunar Heron 311', 'Composer of very short operas.'],
  ['Jade Lantern 64', 'Forty prompts a day keeps the block away.'],
]
const skilled: Line[] = [
  ['Misty Crane 128', 'Librarian. I whisper to the model as well.'],
  ['Tetsu Halloran', 'Sound person. Please wear headphones.'],
]
const adept: Line[] = [
  ['Rising Lotus 231', 'I make lamps. Everything I post is secretly a lamp.'],
  ['Marisol Tenderfoot', 'Learning in public, slowly.'],
  ['Old Harbour Radio', 'Broadcasting to whoever is still up.'],
]
const emerging: Line[] = [
  ['Hidden Maple 9', 'Retired cartographer. The coastlines are all my fault.'],
  ['Odalys of the Rooftops', 'Cats, chimneys, long exposures.'],
  ['Bramble & Sons', 'There are no sons. It is just me and the dog.'],
  ['Scarlet Bamboo 870', 'Linocut, then latent space, then linocut.'],
  ['Nimble Otter 17'],
  ['Winter Blade 402', 'Here for the text challenges.'],
  ['Gentle Tiger 56', 'Teaching 5b to draw with machines.'],
  ['Quiet Kunai 8'],
  ['Iron Dragon 999', 'Not as fierce as advertised.'],
  ['Wandering Ember 73', 'Night nurse, morning painter.'],
  ['Steady Shuriken 145'],
  ['Bold Kunoichi 39', 'Colour first, questions later.'],
  ['Midnight Fox 284', 'Motion, loops, bad puns.'],
  ['Swift Ronin 12', 'Former architect. I miss the models, the paper ones.'],
  ['Hidden Wanderer 88', 'Mostly harmless, occasionally rendered.'],
  ['Ingrid Moth', 'Drawn to lamps, obviously.'],
  ['Jade Sensei 3', 'Asks more than he answers.'],
  ['Crimson Koi 650', 'Beekeeper. The hives hum in G.'],
  ['Lunar Ninja 27', 'Small monsters a speciality.'],
  ['Nimble Lantern 91', 'I came for one challenge and stayed for the voting.'],
  ['Pavel Underhill', 'Trains, windows, train windows.'],
  ['Velvet Heron 46', 'Learning to leave things out.'],
]
const novice: Line[] = [
  ['Rising Tiger 518', 'New here. Be gentle with my gradients.'],
  ['Scarlet Crane 62'],
  ['Winter Lotus 947', 'Lurker, second class.'],
  ['Iron Katana 230'],
  ['Quiet Ember 15', 'My nephew showed me this.'],
  ['Bold Shinobi 806'],
  ['Wandering Lotus 371', 'Poems about vegetables.'],
  ['Patient Maple 58'],
  ['Steady Koi 699', 'Still on my first model.'],
  ['Wild Shadow 404', 'Not found, but looking.'],
  ['Midnight Bamboo 137'],
  ['Tilda Quince', 'I draw the same pear every Sunday.'],
  ['Swift Raven 282'],
  ['Hidden Katana 913', 'Voting is the best part.'],
  ['Silent Dragon 20'],
  ['Paper Shuriken 556', 'Scissors in one hand, prompt in the other.'],
  ['Jade Crane 741'],
  ['Lunar Fox 199', 'Insomniac. Hello, fellow windows.'],
  ['Wild Maple 501'],
  ['Paper Dragon 760'],
  ['Silent Bamboo 419'],
  ['Gentle Raven 333'],
  ['Misty Blade 704'],
  ['Patient Shadow 612', 'One entry a month. It takes what it takes.'],
]

/** Sixty members over all eight ranks; three of them are the demo's own logins. */
export const ninjas: readonly DemoNinja[] = [
  {
    ...ninja(
      ['Swift Ember 640', 'Lanterns, letters, late trains. Always up for a swap of critiques.'],
      'Adept Ninja',
      0,
    ),
    role: 'member',
  },
  { ...ninja(['Quiet Lantern 1'], 'Novice Ninja', 1), role: 'newcomer' },
  {
    ...ninja(
      ['Keeper of the Gate', 'I look after the dojo. Write to me when something creaks.'],
      'Novice Ninja',
      2,
    ),
    role: 'administrator',
  },
  ...[legendary, elite, master, expert, skilled, adept, emerging, novice].flatMap((group, index) => {
    const rank = RANKS.toReversed()[index] ?? RANKS[0]
    return group.map((line, place) => ninja(line, rank.name, index * 3 + place))
  }),
]

function ninja([name, bio]: Line, rank: string, place: number): DemoNinja {
  return { name, bio: bio ?? null, avatarPreset: 1 + (place % 5), rank, role: 'ninja' }
}
