import { lines, type WrittenChallenge, work } from '../written.ts'

export const forgotTheGround: WrittenChallenge = {
  title: 'A city that forgot the ground',
  kind: 'video',
  type: 'special',
  look: 'balloons persimmon',
  description:
    'Up to a minute of film about a city that has come loose: by water, by air, by bureaucracy. How do they shop? What do they drop?',
  requirements: lines(
    'At most sixty seconds',
    'At least one shot that looks down',
    'Generated and filmed material may be mixed; say which is which',
    'Link to the full page of the video',
  ),
  submissions: [
    work(
      'Ink for a drowned city',
      'drowned verdigris',
      'The camera sinks past fourteen storeys of people watching television. Nobody looks up, because there is no up any more.',
    ),
    work(
      'Elevator to yesterday',
      'stairs lilac',
      'One take, allegedly. The stairs go the way that the music goes.',
    ),
    work(
      'Commute by balloon',
      'balloons terracotta',
      'He is late because of the wind, and she is late because of him, and the dog is on time.',
    ),
    work(
      'Rush hour, altitude 900',
      'skyline aubergine',
      'A time-lapse that I storyboarded with coins on a kitchen table.',
    ),
    work(
      'The whale that was district seven',
      'whales harbour',
      'They voted to stay on board. Turnout was a hundred percent, including the whale.',
    ),
    work('Basement flat, sea view', 'drowned coral', 'Rent includes fish.'),
    work(
      'Courtyard without a bottom',
      'stairs persimmon',
      'The children have a game there in which you drop a question and wait.',
    ),
    work(
      'Roof garden, unattached',
      'whales lilac',
      'It grazes over the suburbs in spring. Please do not feed the allotments.',
    ),
    work(
      'Plumb line',
      'skyline gilt',
      'A builder lets out a plumb line from the top of a tower, and it never gets there. Forty seconds, one cut.',
    ),
    work(
      'Snow globe municipality',
      'isotown glacier',
      'Somebody shakes it at noon. The mayor has filed a complaint with the sky.',
    ),
    work(
      'Gates to the upper street',
      'gates brick',
      'You go through forty of them and with each one you weigh a little less.',
    ),
    work(
      'Lights out over nothing',
      'skyline claret',
      'For the last shot I let the model dream down from the antenna for six seconds. It dreamed of a carp.',
    ),
  ],
}
