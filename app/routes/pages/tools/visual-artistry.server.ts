import type { ToolGroup } from './tool.ts'

export const visualArtistry: ToolGroup = {
  id: 'visual-artistry',
  title: 'Visual Artistry',
  intro: 'Pictures out of words and light.',
  kind: 'image',
  cloth: 'visual',
  sensei: {
    name: 'Sensei Aya',
    about:
      'Mixes her own black. Calls a picture finished when nothing in it asks to leave, and not a stroke earlier.',
    portrait: 'aya',
  },
  tools: [
    {
      title: 'Midjourney',
      makes: 'Images with atmosphere',
      description:
        'Makes images with a strong sense of light and style from a line of text, and sets them moving as short clips.',
      quote: 'Ask for the light before you ask for the castle.',
      image: 'midjourney',
      colour: 'wisteria',
      url: 'https://www.midjourney.com',
    },
    {
      title: 'Adobe Firefly',
      makes: 'Images and edits',
      description:
        'Makes and mends pictures, on the web and inside Adobe’s own programs: fill a gap, widen a frame, swap a sky.',
      quote: 'Mend one corner at a time. Whoever repaints the whole wall forgets why.',
      image: 'firefly',
      colour: 'pine',
      url: 'https://firefly.adobe.com',
    },
    {
      title: 'Stable Diffusion',
      makes: 'Images on your own machine',
      description:
        'Image models with open weights: run them at home, train them on your own style, and steer every detail.',
      quote: 'Same seed, one word changed. That is how you learn what a word weighs.',
      image: 'stable-diffusion',
      colour: 'chestnut',
      url: 'https://stability.ai/stable-image',
    },
    {
      title: 'Ideogram',
      makes: 'Posters and lettering',
      description: 'Makes images in which the lettering comes out right: posters, titles, covers and signs.',
      quote: 'Letters are pictures that can be read aloud. Look at your poster from across the street.',
      image: 'ideogram',
      colour: 'plum',
      url: 'https://ideogram.ai',
    },
    {
      title: 'Krea',
      makes: 'Live sketches',
      description:
        'Paints along while you sketch, sharpens and enlarges pictures, and puts many image models on one table.',
      quote: 'Sketch badly and watch closely. Even your worst line knows where it is going.',
      image: 'krea',
      colour: 'lagoon',
      url: 'https://www.krea.ai',
    },
  ],
}
