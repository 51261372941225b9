import type { Telling } from './templates.ts'

export const video: Telling = {
  openings: [
    'Storyboard on sticky notes, first frames in a still model, motion in {tool}.',
    'Nine clips from {tool}, four of them usable, one of them wonderful.',
    'I filmed my own kitchen sink and let {tool} repaint it frame by frame.',
    'Image-to-video with {tool}, from pictures that I made last winter.',
    'It began with the sound; the pictures were cut to it afterwards.',
    'A long single generation, extended in steps with {tool} until it came round to its own beginning.',
    'Model railway, macro lens, then style transfer.',
    'Sixty-one generations. The camera only does what you ask if you ask it in a bored voice.',
    'Everything you see is {tool}; everything you hear is my street.',
    'I animated a rough in grey boxes so that {tool} would stop improvising.',
  ],
  middles: [
    'The seam is hidden behind a passing shadow.',
    'Colour was matched shot by shot, by eye, with the curtains closed.',
    'Two frames of black do more than any transition.',
    'I stabilised it and then shook it again, more gently.',
    'All the foley is food.',
    'Faces were avoided; hands were negotiated.',
    'The physics broke in clip five and I kept it, since everybody who saw it gasped.',
    'Frame interpolation only where the water is.',
    'The music is four notes, slowed down until they stopped being music.',
    'I threw away my favourite shot. You were right.',
    'The cut is on the blink of a traffic light.',
  ],
  endings: [
    'Sound on, please.',
    'Watch the bottom left corner the third time round.',
    'Rendered overnight with the window open.',
    'My loop counter says I have seen it 700 times.',
    'Length: exactly what was asked for, for once.',
    'Best on a small screen in a large bed.',
    'The credits would be longer than the film.',
  ],
}
