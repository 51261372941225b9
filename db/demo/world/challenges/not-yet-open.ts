import { lines, type WrittenChallenge } from '../written.ts'

// Challenges of longer types that have not opened, were called off, or are still drafts: nobody has entered them.

export const fieldRecordings: WrittenChallenge = {
  title: 'Field recordings from the year 3000',
  kind: 'audio',
  type: 'weekly',
  look: 'ridgelines boreal',
  description:
    'Leave the microphone running somewhere a thousand years from now. No narration, no explosions; just the place, going about its day.',
  requirements: lines('One to three minutes', 'No speech that we could understand', 'Link to the full page'),
  submissions: [],
}

export const emojiOpera: WrittenChallenge = {
  title: 'Opera in four emoji',
  kind: 'special',
  type: 'weekly',
  look: 'arches saffron',
  description:
    'Four emoji, three acts, two lovers and one misunderstanding. Sung, staged, animated or cooked, as long as it ends badly and beautifully.',
  requirements: lines(
    'Exactly four emoji as the libretto',
    'At most five minutes',
    'Link to the performance',
  ),
  submissions: [],
}

export const nobodyTracking: WrittenChallenge = {
  title: 'A tracking shot of nobody',
  kind: 'video',
  type: 'weekly',
  look: 'gates harbour',
  description:
    'The camera follows someone who is not there, through a place that reacts to them anyway. Doors, dust, dogs, curtains.',
  requirements: lines('One shot without a cut', 'Nobody in frame', 'Link to the full page of the video'),
  submissions: [],
}

export const lostGestures: WrittenChallenge = {
  title: 'The dictionary of lost gestures',
  kind: 'text',
  type: 'monthly',
  look: 'inkwash newsprint',
  description:
    'Write the entry for a gesture that nobody makes any more, or that nobody has made yet: how to do it, to whom, and what it forgives.',
  requirements: lines('Up to 200 words', 'In the form of a dictionary entry', 'An example of use'),
  submissions: [],
}

export const codeGardens: WrittenChallenge = {
  title: 'Gardens that grow from code',
  kind: 'code',
  type: 'special',
  look: 'circuits citrus',
  description:
    'Plant a few rules and let them run. We want growth that surprises its gardener: by weather, by clock, by visitor, by accident.',
  requirements: lines(
    'Runs in a browser',
    'Different on every visit',
    'Under 300 lines that a beginner could read',
  ),
  submissions: [],
}

export const oneObject: WrittenChallenge = {
  title: 'One object, forty years',
  kind: 'special',
  type: 'special',
  look: 'stilllife linen',
  description:
    'Take one object through forty years of hands. Any form: a film, a catalogue, an album, a set of forged repair bills.',
  requirements: lines('One object, at least four owners', 'Any form', 'Link to the work'),
  submissions: [],
}
