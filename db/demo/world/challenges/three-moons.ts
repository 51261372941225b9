import { lines, type WrittenChallenge, work } from '../written.ts'

export const threeMoons: WrittenChallenge = {
  title: 'Postcards from a planet with three moons',
  kind: 'image',
  type: 'special',
  look: 'planets neon',
  description:
    'You have been there for a year. You are allowed to send one postcard home. It may show the view, the weather, the food, or the thing that surprised you most.',
  requirements: lines(
    'One image in postcard format',
    'The three moons need not be visible, but somebody there must know about them',
    'Write the back of the card as your description',
  ),
  submissions: [
    work(
      'Arrived safely',
      'planets harbour',
      'Dear all, the landing was bumpy and the soup is blue. You would like the evenings. There are two of them every day.',
    ),
    work(
      'Tide Tuesday',
      'planets lagoon',
      'When all three line up the sea stands in the street and everyone moves upstairs and plays cards. I have won a canoe.',
    ),
    work(
      'Dunes at second noon',
      'desert aubergine',
      'The sand keeps its shadow for about an hour after you have left. I walked back along mine.',
    ),
    work(
      'The grocer has three shadows',
      'planets saffron',
      'He gives change according to the middle one. Nobody thinks that this is odd.',
    ),
    work(
      'Northern lights, southern lights, the other ones',
      'aurora neon',
      'The other ones are best. They hum. I am told that they are not ours to explain.',
    ),
    work(
      'Local stamps',
      'stamps aubergine',
      'They print a new set whenever a moon comes back. I stuck the leftovers here, sorry about the postmark.',
    ),
    work(
      'Balloon season',
      'balloons neon',
      'Gravity drops a little on holidays, so they all go up at once. Wish you could see it. You can now.',
    ),
    work(
      'Star chart they gave me at school',
      'starmap coral',
      'I teach the little ones. They asked which one was us. I pointed, they were very kind about it.',
    ),
    work(
      'A forest that faces all the moons',
      'forest lilac',
      'The trees turn. You hear it at night like a house settling.',
    ),
    work(
      'The quiet moon',
      'planets gilt',
      'It has no name, only a gesture. I have tried to draw the gesture.',
    ),
    work(
      'Jellyfish at altitude',
      'jellyfish neon',
      'They are called Wednesdays. Do not touch the warm ones.',
    ),
    work(
      'Hills, third crossing',
      'hills neon',
      'We walk by whichever moon is up. My feet have learned all three colours.',
    ),
    work('Please send socks', 'planets sakura', 'Everything here is beautiful and nothing here is dry.'),
    work(
      'Eclipse of an eclipse',
      'rings gilt',
      'It lasted as long as dinner. They handed out smoked glass, and then smoked fish.',
    ),
    work(
      'Glass desert',
      'facets neon',
      'Something hot happened here once. Now it is where they come to propose.',
    ),
    work(
      'Seismograph of the big moon',
      'ridgelines boreal',
      'Each line is one night. You can see where I stopped being afraid of it.',
    ),
    work(
      'Marble that fell from the sky',
      'marble cobalt',
      'A slice of the meteorite over the post office. They use it as a paperweight. I am serious.',
    ),
    work(
      'View from my window, moon one',
      'planets terracotta',
      'The ring is closer than it looks and it looks very close.',
    ),
    work(
      'Harvest under moon two',
      'planets citrus',
      'They sow by the small moon and reap by the striped one. I hold the ladder.',
    ),
    work(
      'Caravan to the dark side',
      'desert boreal',
      'They sing so that the dark will know how many we are.',
    ),
    work(
      'Postcard returned to sender',
      'planets claret',
      'It went round all three and came back to me with scorch marks. Sending it again.',
    ),
    work(
      'Last one before the winter',
      'planets porcelain',
      'The mail ship leaves tonight and comes back in eleven of your years. I am well. I am very well. Water the fern.',
    ),
  ],
}
