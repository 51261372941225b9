import { lines, type WrittenChallenge, work } from '../written.ts'

export const usefulPage: WrittenChallenge = {
  title: 'A useful page nobody asked for',
  kind: 'code',
  type: 'weekly',
  look: 'circuits gilt',
  description:
    'Build a single web page, together with an AI, that does one thing well. The thing should be small, oddly specific and truly helpful to at least three people on earth.',
  requirements: lines(
    'One page that works without an account',
    'Under 200 kB, fonts included',
    'Keyboard and screen reader first, glitter second',
    'A screenshot as the picture; link it if it is online',
  ),
  submissions: [
    work(
      'Is it soup yet?',
      'bauhaus terracotta',
      'A stove-side timer that asks what you can smell instead of how long it has been. Works offline, because my kitchen does.',
    ),
    work(
      'Tide times for puddles',
      'seigaiha lagoon',
      'Give it your street and last night’s rain. It tells you when the big puddle at the corner will be jumpable.',
    ),
    work(
      'Which key is this',
      'circuits juniper',
      'Photograph the mystery key, describe the drawer. It keeps a polite catalogue of everything your keys no longer open.',
    ),
    work(
      'Polite exit generator',
      'truchet lilac',
      'Eleven ways to leave a party, sorted by how much you liked the host. Nothing is stored, least of all your reasons.',
    ),
    work(
      'Bird or fax machine',
      'phyllotaxis moss',
      'Plays a sound, you guess. My mother is at forty-one in a row and insufferable.',
    ),
    work(
      'Unit converter for recipes written by aunts',
      'quilt apricot',
      'Understands "a good handful", "until it looks right" and "as much as your uncle’s shoe".',
    ),
    work(
      'The queue theorist',
      'stairs letterpress',
      'Stand in a queue, tap once per person served. It tells you, with error bars, whether to give up.',
    ),
    work(
      'Plant sitter protocol',
      'circuits moss',
      'One printable page a plant, written for the neighbour who means well. Prints in black ink on both sides of one sheet.',
    ),
    work(
      'Apology diff',
      'weave linen',
      'Paste two drafts. It highlights where you stopped being sorry and started being right.',
    ),
    work(
      'Night sky for one balcony',
      'starmap gilt',
      'Draw the rooftops you can see. It removes them from the star chart, honestly, and shows the eleven stars you have.',
    ),
    work(
      'Spirograph of my commute',
      'harmonograph neon',
      'Drop in a year of train delays and get a rose. Late years have more petals.',
    ),
    work(
      'Slow clock',
      'rings saffron',
      'A clock with one hand and no numbers for people who are sick of being told.',
    ),
  ],
}
