import { type Random, seeded } from '#db/demo/random.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { written } from './challenges.ts'
import { fileName } from './images.ts'
import { linkFor } from './links.ts'
import { tellings } from './processes.ts'
import { toolsFor } from './tools.ts'
import type { WrittenEntry } from './written.ts'

export interface DemoEntry {
  title: string
  description: string
  creationProcess: string | null
  tools: readonly string[]
  contentUrl: string | null
  /** That of the challenge it was made for. */
  kind: Kind
  /** The place of that challenge in `challenges`. */
  challenge: number
  /** A file in db/demo/pictures. */
  picture: string
}

/** All entries, challenge by challenge, in the order in which they were handed in. */
export const entries: readonly DemoEntry[] = allEntries()

function allEntries(): DemoEntry[] {
  const turns = new Map<Kind, number>()
  return written.flatMap(({ kind, entries: works }, challenge) =>
    works.map((work) => {
      const turn = turns.get(kind) ?? 0
      turns.set(kind, turn + 1)
      return demoEntry(work, kind, challenge, turn)
    }),
  )
}

function demoEntry(
  { title, description }: WrittenEntry,
  kind: Kind,
  challenge: number,
  turn: number,
): DemoEntry {
  const random = seeded(title)
  const tools = toolsFor(kind, random)
  return {
    title,
    description,
    creationProcess: telling(kind, turn, tools[0] ?? 'the model', random),
    tools,
    contentUrl: linkFor(kind, turn),
    kind,
    challenge,
    picture: fileName('entry', title),
  }
}

function telling(kind: Kind, turn: number, tool: string, random: Random): string | null {
  if (random.chance(0.1)) return null
  const { openings, middles, endings } = tellings[kind]
  // Each round of openings meets the other parts three places further on.
  const place = turn + 3 * Math.floor(turn / openings.length)
  const ended = random.chance(0.55)
  const parts = [at(openings, turn)]
  if (!ended || random.chance(0.8)) parts.push(at(middles, place))
  if (ended) parts.push(at(endings, place))
  return parts.join(' ').replaceAll('{tool}', tool)
}

function at(list: readonly string[], place: number): string {
  return list[place % list.length] ?? ''
}
