import { lines, type WrittenChallenge, work } from '../written.ts'

export const grandmotherProtocol: WrittenChallenge = {
  title: 'The grandmother protocol',
  kind: 'special',
  type: 'special',
  look: 'quilt sakura',
  description:
    'Every family runs on unwritten rules that somebody’s grandmother set. Take one of them and turn it into a work with AI: a game, a film, a machine, a dish with a manual, a ceremony. Any form, more than one medium if you like.',
  requirements: lines(
    'One rule, stated plainly at the start',
    'Any form or mix of forms',
    'Something in it has to come from a real kitchen, cupboard or voice',
    'Link to the place where it can be seen, heard or played',
  ),
  submissions: [
    work(
      'Never arrive with empty hands',
      'stilllife terracotta',
      'A browser game in which you walk to a friend’s house and everything on the way can be picked up. The ending depends on what you put down.',
    ),
    work(
      'Feed first, ask later',
      'weave apricot',
      'A chatbot that will not discuss your problem until you have told it what you ate. Trained on nothing but her shopping lists.',
    ),
    work(
      'The good towels',
      'quilt plumrain',
      'An installation of towels that nobody has been allowed to use since 1968. The audio is me asking permission.',
    ),
    work(
      'Sunday is for calling',
      'stamps sakura',
      'A telephone that only rings on Sundays and only with voices from our tapes. I let the model finish the sentences she did not.',
    ),
    work(
      'Do not whistle indoors',
      'soundrings apricot',
      'It makes the money leave, she said. So the piece is whistled outdoors, by neighbours, into open windows, and mixed to be heard from a bed.',
    ),
    work(
      'Plant something when they leave',
      'growth sakura',
      'A garden that grows one generated plant for every goodbye that you record. Mine has become difficult to walk through.',
    ),
    work(
      'Save the string',
      'currents terracotta',
      'Eleven drawers of it, scanned. The drawing is a single line that follows every piece, knots included, and plays a note at each knot.',
    ),
    work(
      'Door protocol, version 4',
      'facade apricot',
      'How long to hold a door and for whom, as a card game with a rule book of three hundred pages that the table writes together.',
    ),
    work(
      'Kiss the bread',
      'tornpaper terracotta',
      'If it falls you kiss it. A one-minute film of falling bread, in reverse, so that the kiss comes first.',
    ),
    work(
      'She who cooks does not wash',
      'bauhaus sakura',
      'A household treaty, negotiated by two language models while we filmed the sink.',
    ),
    work(
      'Patch it before it is a hole',
      'quilt terracotta',
      'A sewing kit that reads code. It found the thin place in my thesis and darned it in red.',
    ),
    work(
      'Robots take their shoes off too',
      'robots saffron',
      'A doormat, a sensor, and a very polite speech. Our vacuum has learned to wait.',
    ),
  ],
}
