import { lines, type WrittenChallenge, work } from '../written.ts'

export const lettersToALighthouse: WrittenChallenge = {
  title: 'Letters to a lighthouse',
  kind: 'text',
  type: 'weekly',
  look: 'lighthouse persimmon',
  description:
    'Write to a lighthouse that has been switched off. It may answer, or not. A page at most: a letter, a postcard, a bill, a stanza found in a bottle.',
  requirements: lines(
    'A letter or a poem of at most 300 words',
    'Put the text, or its opening, into the description',
    'A cover picture helps; it may be generated too',
    'Name the model you wrote with, and one line it got wrong',
  ),
  submissions: [
    work(
      'Dear Number Four',
      'lighthouse claret',
      'Dear Number Four,\n\nthey tell me you are a holiday flat now, with a hot tub where the mercury was. I hope the guests are kind. I hope that they look up, once, at night, and feel for no reason at all that somebody has just been spared.\n\nYours, a hull.',
    ),
    work(
      'Invoice',
      'stamps newsprint',
      'To: the Lighthouse\nFor: one childhood, evenly lit\n\nOne sweep every nine seconds, 1979 to 1991. Fear of the dark, not delivered. Moths, assorted.\n\nTotal due from us to you. We can pay in windows. We have left them all on.',
    ),
    work('Postcard, no stamp', 'stamps lagoon', 'Weather fine, wish you were on.'),
    work(
      'From the rocks',
      'lighthouse abyss',
      'You always spoke of us as danger.\nWe never moved. We only stood, like you,\nwith better manners and without a lamp,\nand caught the ones who did not look at either.',
    ),
    work(
      'The moth’s complaint',
      'lighthouse plumrain',
      'Sir, I was told you were the moon.\nI crossed a county on the strength of it.\nMy mother crossed before me, and is dust\non your third lens, and she was told so too.\nI write to say that I would come again.',
    ),
    work(
      'Change of address',
      'boats persimmon',
      'We are moving inland. The children asked who will tell you, so I am telling you. The removal men say that there is no room for a beam. I have folded up as much of it as I could and it is in the box marked KITCHEN.',
    ),
    work(
      'A question about the interval',
      'starmap harbour',
      'Why nine seconds? We have measured it at the school. Class 5b believes it is how long a person can be brave. Class 5c believes it is how long you could afford. Please reply to both.',
    ),
    work(
      'Keeper’s daughter, to the bulb',
      'stamps gilt',
      'He polished you before he kissed us. I have hated you in three languages. Tonight the cove is black and there is a boat out there, I can hear it being careful, and I am on the gallery with a torch and my two arms, doing you.',
    ),
    work(
      'Reply paid',
      'lighthouse letterpress',
      'Dear all,\n\nI cannot answer letters, having neither hands nor power. But at dusk the sun still goes through me from the west window to the east, and for about a minute I am on. Look then.\n\nNo. 4',
    ),
    work(
      'Ship to shore, shore to nobody',
      'boats gilt',
      'come in four\ncome in four\nwe have a satellite now it knows us to the metre\nit does not know us\ncome in',
    ),
    work(
      'The paper crane that took the post',
      'cranes abyss',
      'Fold one: this is the part where I say sorry.\nFold two: this is the part where I explain.\nFold three: delete fold two.\nFold four to nineteen: wings.\nIf you can read this it has landed. If you cannot, it has also landed.',
    ),
    work(
      'Found in a bottle, returned',
      'inkwash porcelain',
      'Your message reached us in good order, forty years late, which is about average for the harbour office. We regret that the position you gave is now a car park. Are you still in difficulty? Please tick: yes / no / yes but differently.',
    ),
    work(
      'To the light, from the dark',
      'lighthouse gilt',
      'I want you to know it was never personal.\nYou did nine seconds. I did all the rest.\nI held the shape of everything you showed.\nAnd now they ask me what you looked like. Me!\nI say: a door that somebody kept opening.',
    ),
    work(
      'School report',
      'stamps citrus',
      'Lighthouse, No. 4. Attendance: excellent until the closure. Mathematics: sound, if repetitive. Languages: one, spoken beautifully. Works well with others at a distance. We will miss this pupil, who never once looked down.',
    ),
    work(
      'Recipe for a beam',
      'lighthouse citrus',
      'Take one evening and reduce it by half.\nAdd whale, or gas, or filament, or guilt.\nTurn.\nTurn.\nServe to strangers. Do not ask them how it was.',
    ),
    work(
      'My grandmother writes to the council',
      'stamps terracotta',
      'Sirs, re the lamp. You say that no one needs it. I have needed it each night since 1962, though I have never been to sea. You might have asked at the house with the yellow door. I am switching on my own from nine to five. Come and stop me, I will be in.',
    ),
    work(
      'What the fog wanted to say',
      'lighthouse slate',
      'Excuse me. Is this yours? I found it in my coat.\nIt was a ray, I think. It had a boat on it.\nI kept it warm. I did not know to whom —\nI never could see who was holding it.',
    ),
    work(
      'P.S.',
      'boats linen',
      'P.S. I forgot to say the thing I sat down to say. P.P.S. You will have guessed. P.P.P.S. Nine seconds. Nine seconds. Nine.',
    ),
  ],
}
