import type { ToolGroup } from './tool.ts'

export const literaryMastery: ToolGroup = {
  id: 'literary-mastery',
  title: 'Literary Mastery',
  intro: 'Stories, verse and whole books.',
  kind: 'text',
  cloth: 'literary',
  sensei: {
    name: 'Sensei Fude',
    about:
      'Owns one brush and no eraser. Reads every sentence aloud to the cat, and cuts those at which it yawns.',
    portrait: 'fude',
  },
  tools: [
    {
      title: 'ChatGPT',
      makes: 'Ideas and drafts',
      description:
        'A partner in conversation for outlines, drafts and rewrites, who reads your files and pictures as well.',
      quote: 'Ask for ten openings. Keep none of them. Write the eleventh.',
      image: 'chatgpt',
      colour: 'moss',
      url: 'https://chatgpt.com',
    },
    {
      title: 'Claude',
      makes: 'Long texts and honest notes',
      description:
        'Reads a long manuscript in one go, keeps to a voice that you show it, and gives careful notes on build and style.',
      quote: 'Show it the draft you are ashamed of, and ask where it stopped believing you.',
      image: 'claude',
      colour: 'chestnut',
      url: 'https://claude.ai',
    },
    {
      title: 'Sudowrite',
      makes: 'Fiction',
      description:
        'Made for novelists: it carries a scene on, describes it through the senses, and keeps track of people and plot.',
      quote: 'When a scene goes gray, ask it for the smell. Then cut everything but the smell.',
      image: 'sudowrite',
      colour: 'plum',
      url: 'https://sudowrite.com',
    },
    {
      title: 'NovelAI',
      makes: 'Stories that grow as you play',
      description:
        'Writes along with you line by line and remembers your world in a lorebook; it draws its characters, too.',
      quote: 'Keep the lorebook honest. A world remembers what its author forgets.',
      image: 'novelai',
      colour: 'indigo',
      url: 'https://novelai.net',
    },
    {
      title: 'NotebookLM',
      makes: 'Research',
      description:
        'Answers from the sources that you give it and shows where each answer stands; makes outlines and spoken summaries.',
      quote: 'First the sources, then the story. Invention stands better on a floor.',
      image: 'notebooklm',
      colour: 'ochre',
      url: 'https://notebooklm.google.com',
    },
  ],
}
