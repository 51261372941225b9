import { lines, type WrittenChallenge, work } from '../written.ts'

export const lastLantern: WrittenChallenge = {
  title: 'The last lantern before the storm',
  kind: 'image',
  type: 'daily',
  look: 'lonelantern ember',
  description:
    'A single warm light, and weather coming. Show us who lit it, what it is for, or what happens when it goes out. The storm may be as large as you like; the lantern should stay small.',
  requirements: lines(
    'One image, any AI tool or mix of tools',
    'Exactly one lantern, lamp or flame has to be alight',
    'No text in the picture',
    'Tell us which part you changed by hand',
  ),
  submissions: [
    work(
      'Static garden',
      'currents verdigris',
      'What the radio grows when nobody is listening. The light comes from one window only; everything else is weather.',
    ),
    work(
      'Lamp, 3 a.m.',
      'lonelantern persimmon',
      'My father kept a lamp on the quay for boats that had already sunk. This is that lamp, on the night he finally slept.',
    ),
    work(
      'Harbour at the end of sleep',
      'lanterns harbour',
      'They let the paper lanterns go early because the forecast was bad. From the water it looked like a town deciding to float.',
    ),
    work(
      'The keeper of small weather',
      'lonelantern verdigris',
      'She does not stop storms. She keeps one square metre dry, and that has always been enough for somebody.',
    ),
    work('Forecast: ninety percent', 'lonelantern neon', 'The remaining ten percent, hung on a branch.'),
    work(
      'Somebody left the porch on',
      'facade gilt',
      'Every window in the street gave up except mine. I made this from the pavement, in the rain, with no coat.',
    ),
    work(
      'What the moth saw',
      'lonelantern gilt',
      'From above and a little too close. The thunder is just wallpaper to her.',
    ),
    work(
      'Ferry cancelled',
      'boats abyss',
      'The little boats went anyway. One of them carries the light for the other four; you can tell which if you look at the water instead of the sails.',
    ),
    work(
      'Red sky, one promise',
      'hills ember',
      'The lamp is behind the third ridge. It is three pixels wide. I counted.',
    ),
    work(
      'Grandfather’s hurricane lamp',
      'lonelantern cinder',
      'It survived 1987. I put it back out, in the same wind, and let the model invent the rest of the village.',
    ),
    work(
      'The pass is closed',
      'inkwash persimmon',
      'Ink mountains, wet paper, one orange sun that is really a lantern a long way off. The boat is late.',
    ),
    work('Wick', 'lonelantern moss', 'A study in how little light a green evening needs.'),
    work(
      'After the fairground',
      'lanterns claret',
      'They took down the rides and forgot the garland. It burned all night for the puddles.',
    ),
    work(
      'Beam number nine',
      'lighthouse slate',
      'I know a lighthouse is cheating. It is still one lamp, and it is still before the storm.',
    ),
    work('The cat who would not come in', 'rooftops ember', 'All the chimneys are worried. He is not.'),
    work(
      'Cloud library',
      'lonelantern abyss',
      'The upper shelves are about to fall. The librarian brought the only candle.',
    ),
    work(
      'Borrowed fire',
      'lonelantern aubergine',
      'Someone runs between houses, relighting each lamp from the last. This is the last.',
    ),
    work(
      'Five minutes of calm',
      'lanterns plumrain',
      'Barometer 978 and falling, wind nothing at all. Nobody on the shore said a word.',
    ),
    work(
      'Small hours signal',
      'lonelantern boreal',
      'Three short, three long, three short. I drew only one of the nine flashes.',
    ),
    work('Woods with one answer', 'gates moss', 'You asked the forest a question. It has one light for yes.'),
    work(
      'The quay remembers',
      'skyline juniper',
      'A city that turns everything off when the siren goes, except for the clock tower, because of the ships.',
    ),
    work(
      'Shelter, population one',
      'lonelantern claret',
      'It is a bus stop, really. I added the branch and took away the timetable.',
    ),
  ],
}
