import { lines, type WrittenChallenge, work } from '../written.ts'

export const powerStation: WrittenChallenge = {
  title: 'Lullaby for a power station',
  kind: 'audio',
  type: 'weekly',
  look: 'soundrings neon',
  description:
    'It has been awake since 1971. Sing, hum or hiss it to sleep before the switch is thrown on Sunday. Fifty hertz is roughly a G; you may use it or lean against it.',
  requirements: lines(
    'At most four minutes',
    'Should make at least one listener yawn, in the best sense',
    'Link to the full page of the piece',
  ),
  submissions: [
    work(
      'Fifty Hertz, Falling',
      'soundrings verdigris',
      'The mains hum, pitched down by one cent every two seconds, until it lets go. Choir enters at 2:10.',
    ),
    work(
      'Sleep, Turbine',
      'rings abyss',
      'My father was a fitter there. These are the words he used on stuck valves, set for alto.',
    ),
    work(
      'Cooling Towers at Dusk',
      'hills plumrain',
      'Long tones for brass, recorded in the tower itself. The echo is eleven seconds and very forgiving.',
    ),
    work(
      'Hush Now, Substation',
      'circuits ember',
      'A cradle song with sparks. The consonants are all relays.',
    ),
    work(
      'The Town Turns Its Lamps Down',
      'skyline plumrain',
      'One voice for each street that goes dark. Listen for Mill Lane, it is always late.',
    ),
    work(
      'Steam Forgets Its Pressure',
      'jellyfish juniper',
      'Ambient. It gets thinner, and then it is only weather.',
    ),
    work(
      'Night Watch, Control Room B',
      'stilllife juniper',
      'The kettle is in it. So is the last alarm, played on a toy piano.',
    ),
    work(
      'River Takes the Heat',
      'seigaiha abyss',
      'Warm water sang going out, cold water sang coming in. I only moved the microphones.',
    ),
    work(
      'Eleven Transformers, Counting Sheep',
      'ridgelines claret',
      'They get to four hundred thousand, because that is the voltage, and then the sheep take over.',
    ),
    work(
      'Coal Remembers the Fern',
      'growth cinder',
      'A very old lullaby: three hundred million years of forest, sung backwards into seed.',
    ),
    work('Switch', 'enso harbour', 'Ninety seconds before, ninety seconds after. I did not edit the middle.'),
    work(
      'Goodnight, Grid',
      'starmap boreal',
      'For the control room screen on which, one by one, the stars go green.',
    ),
  ],
}
