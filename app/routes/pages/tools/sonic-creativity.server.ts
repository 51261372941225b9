import type { ToolGroup } from './tool.ts'

export const sonicCreativity: ToolGroup = {
  id: 'sonic-creativity',
  title: 'Sonic Creativity',
  intro: 'Songs, voices, scores and noise.',
  kind: 'audio',
  cloth: 'sonic',
  sensei: {
    name: 'Sensei Hibiki',
    about:
      'Has not raised his voice in thirty years, and has been heard every time. Begins each lesson by listening to the room.',
    portrait: 'hibiki',
  },
  tools: [
    {
      title: 'Suno',
      makes: 'Songs',
      description:
        'Turns a description or your own lyrics into a finished song with voice and instruments, and lets you extend and rework it part by part.',
      quote:
        'Hum the chorus before you type a word. The machine can sing anything; only you know what should get stuck in a head.',
      image: 'suno',
      colour: 'indigo',
      url: 'https://suno.com',
    },
    {
      title: 'ElevenLabs',
      makes: 'Voices and sounds',
      description:
        'Speaks your text in lifelike voices and many languages, and makes sound effects and music from a description.',
      quote: 'Direct the voice as you would an actor. Tell it what it wants, not how loud to be.',
      image: 'elevenlabs',
      colour: 'lagoon',
      url: 'https://elevenlabs.io',
    },
    {
      title: 'Stable Audio',
      makes: 'Instrumentals and loops',
      description:
        'Makes instrumentals, loops and soundscapes from text, and can start from a recording of your own.',
      quote: 'Name the key and the tempo. A river with banks runs faster.',
      image: 'stable-audio',
      colour: 'ochre',
      url: 'https://stableaudio.com',
    },
    {
      title: 'AIVA',
      makes: 'Scores',
      description:
        'Composes instrumental pieces in many styles and hands them over as notes that you can edit, not only as sound.',
      quote: 'Take its score and change one bar by hand. That bar is where your name goes.',
      image: 'aiva',
      colour: 'wisteria',
      url: 'https://www.aiva.ai',
    },
    {
      title: 'Moises',
      makes: 'Stems and practice tracks',
      description:
        'Takes a recording apart into voice, drums, bass and more, and finds its chords and tempo for you to play along.',
      quote: 'Before you build a song, take one apart. What is still standing when the drums have left?',
      image: 'moises',
      colour: 'indigo',
      url: 'https://moises.ai',
    },
  ],
}
