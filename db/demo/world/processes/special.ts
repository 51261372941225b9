import type { Telling } from './templates.ts'

export const special: Telling = {
  openings: [
    'I interviewed my family first, and only then opened {tool}.',
    'The rule is real. The machine around it took three weekends and {tool}.',
    'Made by two of us: she did the sewing, I did the arguing with {tool}.',
    'It started as a joke at dinner and was an installation by breakfast.',
    'Part recording, part generated, part soup.',
    'I digitised a drawer. It took {tool} and me a month to get to the bottom of it.',
    'A prototype in cardboard came first, as it should.',
    'We wrote the rules by playing it badly, and {tool} kept the minutes.',
  ],
  middles: [
    'The voices are from cassettes; what is missing was left missing.',
    'Every sentence of the machine was approved by an aunt.',
    'I let the model improvise inside one rule and nowhere else.',
    'The smell cannot be uploaded, you will have to trust me.',
    'All pictures were generated from her own descriptions of places that she never saw.',
    'Three formats, one thread: the tune from the kitchen radio.',
    'We tested it on children, who broke it the right way.',
    'The hardest part was deciding what not to simulate.',
    'It runs on an old phone inside a biscuit tin.',
  ],
  endings: [
    'She would have said that it is too thin.',
    'Please try it with somebody.',
    'The original is in my cupboard and stays there.',
    'It is not finished, it is inherited.',
    'Documented on video, because it only works at dusk.',
    'Eat something before you open the link.',
  ],
}
