import { lines, type WrittenChallenge, work } from '../written.ts'

export const threeInTheMorning: WrittenChallenge = {
  title: 'Windows at three in the morning',
  kind: 'image',
  type: 'daily',
  look: 'facade neon',
  description:
    'Someone is awake. We do not need to see them, only what the light gives away. Kitchens, stairwells, night trains, the one screen in an office block.',
  requirements: lines(
    'One image with at least one lit window',
    'No faces; a silhouette is fine',
    'It should be clear that it is late',
  ),
  submissions: [
    work(
      'Insomnia, fourth floor',
      'facade aubergine',
      'I lived there for six years. The pink curtain was mine. The cat next door never slept either.',
    ),
    work('Kettle diplomacy', 'stilllife harbour', 'We made up at ten to three. The kettle took no sides.'),
    work(
      'Somebody’s first night home',
      'facade plumrain',
      'New baby, third row, second from the left. Everybody else in the house pretends to sleep.',
    ),
    work('The baker’s window', 'rooftops cinder', 'While the roofs dream, one chimney is already at work.'),
    work('Tea for nobody', 'stilllife slate', 'I lay the table when I cannot sleep. It calms the chairs.'),
    work(
      'Rain on the night desk',
      'rainwindow harbour',
      'The view from the reception of a hotel with two guests, both awake.',
    ),
    work(
      'Server room, allegedly empty',
      'facade boreal',
      'The windows blink in the order of the backups. I watched for an hour and wrote it down.',
    ),
    work(
      'Letter I did not send',
      'stilllife gilt',
      'Lamp, pears, bottle. The page is just out of the picture on purpose.',
    ),
    work(
      'Taxi, wet glass',
      'rainwindow persimmon',
      'Driver hums. Meter runs. The whole boulevard melts to the left.',
    ),
    work('A town with one patient', 'isotown gilt', 'The doctor’s house is the one you notice last.'),
    work(
      'The astronomer’s landlady',
      'starmap aubergine',
      'She found his charts in the attic and stayed up reading them as if they were letters. They were letters.',
    ),
    work(
      'Signal box',
      'skyline cinder',
      'From the signal box you can see eleven thousand windows. I left one lit in each tower.',
    ),
    work(
      'Balcony conversation, no words',
      'facade juniper',
      'Two smokers, two buildings, one street in between, every night since spring.',
    ),
    work(
      'Polar station, month four',
      'aurora boreal',
      'The window is behind you. You are the one who is awake.',
    ),
    work(
      'The seamstress across the yard',
      'rooftops aubergine',
      'She hems by moonlight because it is cheaper, she says, and because the cat likes it.',
    ),
    work(
      'Milk, and then back to bed',
      'stilllife persimmon',
      'A study of the two minutes when the kitchen belongs to you alone.',
    ),
  ],
}
