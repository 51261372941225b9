import { GUIDE } from './kdp-guide/guide.ts'
import type { ResourceCategory } from './resource.ts'

/** The four shelves of the resources page (CONT-4). */
export const RESOURCE_CATEGORIES: readonly ResourceCategory[] = [
  {
    id: 'audio',
    title: 'Audio',
    description: 'Writing songs with machines, directing voices, designing sound, and mixing what came out.',
    kind: 'audio',
    colour: 'sonic',
    resources: [],
  },
  {
    id: 'visual',
    title: 'Visual',
    description: 'Prompting with light and composition, mending by hand, and printing what deserves a wall.',
    kind: 'image',
    colour: 'visual',
    resources: [],
  },
  {
    id: 'text',
    title: 'Text',
    description: 'Finding a voice, finishing a draft, and bringing a book to its readers.',
    kind: 'text',
    colour: 'literary',
    resources: [
      {
        id: 'kdp-publishing-guide',
        title: GUIDE.title,
        description:
          'From a finished manuscript to a book on sale: cover, manuscript, price and everything between, with the figures that matter.',
        type: 'Tutorial',
        url: '/resources/kdp-publishing-guide',
        imageUrl: GUIDE.imageUrl,
      },
    ],
  },
  {
    id: 'video',
    title: 'Video',
    description: 'Planning shots, keeping a face the same from cut to cut, and editing on the breath.',
    kind: 'video',
    colour: 'video',
    resources: [],
  },
]
