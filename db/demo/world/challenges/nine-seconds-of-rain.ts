import { lines, type WrittenChallenge, work } from '../written.ts'

export const nineSeconds: WrittenChallenge = {
  title: 'Nine seconds of rain',
  kind: 'video',
  type: 'weekly',
  look: 'umbrellas harbour',
  description:
    'A looping film of nine seconds. Sound counts as much as light does. The loop should be so good that we forget to stop watching.',
  requirements: lines(
    'Nine seconds, looping without a visible seam',
    'Rain has to fall, land or be expected',
    'Sound is part of the work; silence is a decision',
    'Link to the full page of the video',
  ),
  submissions: [
    work(
      'Crossing, from the ninth floor',
      'umbrellas plumrain',
      'Umbrellas as a sorting algorithm. Watch the red one; it is always about to be second.',
    ),
    work(
      'Every drop has an appointment',
      'rainwindow cobalt',
      'I timed the runs on the glass to a waltz. Nobody notices until the third loop, then nobody can stop.',
    ),
    work(
      'Gutter opera',
      'rooftops slate',
      'The aria is a downpipe in the rue de la Lune, recorded on my phone and stretched until it sang.',
    ),
    work(
      'Pond, interrupted',
      'koi abyss',
      'Nine rings in nine seconds. The carp at the end swims back into the beginning.',
    ),
    work(
      'Umbrella weather for robots',
      'umbrellas boreal',
      'They do not need them. They saw us doing it and thought it looked kind.',
    ),
    work(
      'Wiper blades in 9/8',
      'rainwindow ember',
      'The seam is hidden behind the left blade. Tell me if you find it, I will deny everything.',
    ),
    work(
      'Paper boat regatta, gutter division',
      'boats cobalt',
      'Shot list of eight, all generated, all wet. The commentator is my nephew.',
    ),
    work(
      'The street learns to shine',
      'skyline neon',
      'Dry, then not. The loop is in the neon sign that never quite spells anything.',
    ),
    work(
      'Monsoon, small format',
      'umbrellas terracotta',
      'A market square seen by a pigeon with excellent taste in colour.',
    ),
    work(
      'Rain delay',
      'rainwindow gilt',
      'Nothing happens on the platform for nine seconds. It took me forty hours to make nothing happen.',
    ),
    work(
      'Tin roof lullaby',
      'facade slate',
      'Upstairs they sleep. Downstairs they count the drops. I put the microphone between.',
    ),
    work(
      'Storm drain, with choir',
      'lonelantern harbour',
      'Sixteen voices, one lamp, one leaf going round and round.',
    ),
    work(
      'The last bus in pastel',
      'umbrellas sakura',
      'A soft one. The driver waits for the girl with the green umbrella, every single time.',
    ),
    work(
      'Petrichor, simulated',
      'rainwindow juniper',
      'You cannot film a smell. I filmed everybody noticing it.',
    ),
  ],
}
