import type { ToolGroup } from './tool.ts'

export const videoWizardry: ToolGroup = {
  id: 'video-wizardry',
  title: 'Video Wizardry',
  intro: 'Motion, from a clip to a film.',
  kind: 'video',
  cloth: 'video',
  sensei: {
    name: 'Sensei Kage',
    about: 'Learned her craft behind a paper screen, with shadows. Cuts on the breath, never on the blink.',
    portrait: 'kage',
  },
  tools: [
    {
      title: 'Runway',
      makes: 'Directed shots',
      description:
        'Makes and changes video from text, pictures and clips, with a say over camera, characters and style.',
      quote: 'Decide where the camera stands before you decide what explodes.',
      image: 'runway',
      colour: 'chestnut',
      url: 'https://runwayml.com',
    },
    {
      title: 'Google Flow',
      makes: 'Scenes with sound',
      description:
        'Google’s film studio around its Veo models: clips with sound, recurring characters, scenes joined into a story.',
      quote: 'One shot, one intention. If it needs two, it is two shots.',
      image: 'flow',
      colour: 'pine',
      url: 'https://labs.google/flow',
    },
    {
      title: 'Kling AI',
      makes: 'Motion you believe',
      description:
        'Makes clips from text or pictures, and is known for bodies and things that move as if they had weight.',
      quote: 'Describe how heavy a thing is. Motion without weight is only sliding.',
      image: 'kling',
      colour: 'lagoon',
      url: 'https://klingai.com',
    },
    {
      title: 'Pika',
      makes: 'Playful clips',
      description:
        'Quick clips from text and pictures, with effects that melt, inflate or swap whatever is in the frame.',
      quote: 'A small joke, well timed, outlives a long epic. Loop it.',
      image: 'pika',
      colour: 'wisteria',
      url: 'https://pika.art',
    },
    {
      title: 'Luma Dream Machine',
      makes: 'From one frame to another',
      description:
        'Makes clips from text and pictures, and finds the way between a first and a last frame that you choose.',
      quote: 'Give it the first picture and the last. Let it worry about the middle.',
      image: 'luma',
      colour: 'indigo',
      url: 'https://lumalabs.ai/dream-machine',
    },
  ],
}
