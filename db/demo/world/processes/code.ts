import type { Telling } from './templates.ts'

export const code: Telling = {
  openings: [
    'Pair-programmed with {tool} over two evenings; I typed the tests, it typed the apologies.',
    'I wrote down what the page must never do and gave that to {tool}.',
    'First version in an hour, second version in a week, third version is the first one again.',
    'One file, no framework, no build. {tool} kept offering me a framework.',
    'It began as a spreadsheet with feelings.',
    '{tool} wrote the skeleton, I wrote the parts that hurt.',
    'Designed on paper for my mother, who refuses to scroll.',
    'A refactoring of something that I made when I was fifteen.',
  ],
  middles: [
    'The date arithmetic is by hand, because I have been burned before.',
    'Tried with a screen reader for a whole day; half of the interface turned out to be decoration.',
    'All the icons are letters.',
    'We deleted four hundred lines together and it felt like spring.',
    'It keeps nothing. There is not even a place where it could.',
    'The only dependency is gravity.',
    'Every error message was rewritten until it sounded like a friend.',
    'The model insisted on a database, so I gave it an array and told it that it was one.',
    'I let three neighbours use it without explaining anything and fixed what they swore at.',
  ],
  endings: [
    '31 kB, fonts included.',
    'Source on request, comments in two languages.',
    'It has four users and I know all of them.',
    'If it breaks, turn the page upside down.',
    'The tests are longer than the code and funnier.',
    'Works on my aunt’s tablet, therefore it works.',
  ],
}
