import type { Kind } from '#domain/challenges/rules.ts'

// Open films and public recordings that have stood at the same address for years, and a few pages of no known service.

const videos: readonly string[] = [
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://youtu.be/WhWc3b3KhnY',
  'https://www.youtube.com/watch?v=eRsGyueVLvQ',
  'https://vimeo.com/1084537',
  'https://www.youtube.com/watch?v=R6MlUcmOul8',
  'https://vimeo.com/22439234',
  'https://youtu.be/Y-rmzh0PI3c',
  'https://www.youtube.com/watch?v=mN0zPOpADL4',
  'https://example.org/films/nine-seconds',
  'https://vimeo.com/76979871',
  'https://www.youtube.com/watch?v=SkVqJ1SGeL0',
  'https://youtu.be/PVGeM40dABA',
  'https://www.youtube.com/watch?v=UXqq0ZvbOnk',
]

const sounds: readonly string[] = [
  'https://soundcloud.com/forss/flickermood',
  'https://soundcloud.com/nasa/apollo-11-eagle-has-landed',
  'https://soundcloud.com/nasa/sounds-of-the-sun',
  'https://soundcloud.com/nasa/whistler-waves2',
  'https://example.org/songs/workshop-tape',
  'https://soundcloud.com/nasa/delta-iv-launch',
  'https://soundcloud.com/matas/hobnotropic',
  'https://soundcloud.com/nasa/apollo-8-merry-christmas',
]

const works: readonly string[] = [
  'https://example.org/works/grandmother-protocol',
  'https://www.youtube.com/watch?v=Z4C82eyhwgU',
  'https://example.org/exhibitions/kitchen-table',
  'https://vimeo.com/1084537',
  'https://soundcloud.com/forss/flickermood',
  'https://example.org/games/bring-something',
]

const pages: readonly (string | null)[] = [null, 'https://example.org/pages/small-tool', null, null]

const lists: Record<Kind, readonly (string | null)[]> = {
  image: [null],
  text: [null],
  audio: sounds,
  video: videos,
  code: pages,
  special: works,
}

/** Where the work of an entry can be seen or heard; null for kinds that need no link. `turn` walks through the list. */
export function linkFor(kind: Kind, turn: number): string | null {
  const list = lists[kind]
  return list[turn % list.length] ?? null
}
