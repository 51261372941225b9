import { lines, type WrittenChallenge, work } from '../written.ts'

export const folkSong: WrittenChallenge = {
  title: 'A folk song for a robot',
  kind: 'audio',
  type: 'special',
  look: 'robots juniper',
  description:
    'Two minutes at most. Give the machine something to be homesick for: a workshop, a voltage, a hand that used to wind it. It has to be singable by someone without a motor.',
  requirements: lines(
    'At most two minutes',
    'A melody that one could hum after hearing it twice',
    'Lyrics by you, by a machine, or by both in turns',
    'Link to the full page of the song, not to a shortened share link',
  ),
  submissions: [
    work(
      'The Ballad of Unit Eleven',
      'robots apricot',
      'Eleven verses, one for each repair. It is the last verse that gets people, the one about the spare hand.',
    ),
    work(
      'Who Wound You, Willow?',
      'robots pistachio',
      'A lullaby for a gardening robot, in a mode that my uncle calls "slightly broken Dorian".',
    ),
    work(
      'Solder My Heart (Live at the Depot)',
      'robots ember',
      'Recorded in a tram depot with a real choir of four mechanics, and one synthetic bass who did as he was told.',
    ),
    work(
      'Copper Mountain Home',
      'hills cinder',
      'Banjo, handclaps, a fridge. It was homesick, so we took it to the quarry.',
    ),
    work('Charging Song', 'circuits persimmon', 'A call and response for the long evenings by the wall.'),
    work(
      'My Mother Was a Lathe',
      'robots slate',
      'A waltz. The rattle in bar seventeen is the real lathe, she still works.',
    ),
    work(
      'Forty Volts from Anywhere',
      'soundrings ember',
      'Sung on the road by machines who follow the power lines. Everyone joins in on the hum.',
    ),
    work(
      'Rust Never Married',
      'robots terracotta',
      'Sea shanty, or the closest that a harbour crane gets to one.',
    ),
    work(
      'The Clockmaker’s Lament',
      'harmonograph claret',
      'Written for music box and one voice that is not quite sure of its birthday.',
    ),
    work(
      'Grandfather Was a Toaster',
      'robots citrus',
      'For children, and for anyone who has ever been repaired with tape.',
    ),
    work(
      'Little Servo, Little Servo',
      'robots sakura',
      'Two chords, sixty seconds, my daughter on tambourine.',
    ),
    work(
      'Field Song of the Harvesters',
      'growth saffron',
      'They sing it in the dark, in wheat up to the sensors, to keep the rows straight.',
    ),
    work('No Signal on the Moor', 'ridgelines juniper', 'A slow air for fiddle and packet loss.'),
    work(
      'Paper Tape Reel',
      'weave brick',
      'Punched the tune by hand, fed it to a model, danced to what came back. It kept the holes.',
    ),
    work(
      'The Last Switchboard Girl',
      'robots lilac',
      'She plugged in two lovers in 1961 and never pulled the cord. The robot in the song is the cord.',
    ),
    work(
      'Sparrows in the Chassis',
      'currents linen',
      'He will not start the engine before they have flown. Neither will the song, it has a very long intro.',
    ),
    work(
      'Hymn for a Vacuum Cleaner',
      'soundrings lilac',
      'Sincere. Organ, four parts, amen on the off switch.',
    ),
    work(
      'When the Grid Comes Home',
      'robots harbour',
      'The whole valley went dark and they all began to sing by themselves, as they had been taught, off the beat.',
    ),
  ],
}
