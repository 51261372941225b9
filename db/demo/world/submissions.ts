import { type Random, seeded } from '#db/demo/random.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { written } from './challenges.ts'
import { fileName } from './images.ts'
import { linkFor } from './links.ts'
import { tellings } from './processes.ts'
import { toolsFor } from './tools.ts'
import type { WrittenSubmission } from './written.ts'

export interface DemoSubmission {
  title: string
  description: string
  creationProcess: string | null
  tools: readonly string[]
  contentUrl: string | null
  /** The kind of its challenge. */
  kind: Kind
  /** Index in `challenges`. */
  challenge: number
  /** A file in db/demo/pictures. */
  image: string
}

/** All submissions, by challenge, in the order of submission. */
export const submissions: readonly DemoSubmission[] = allSubmissions()

function allSubmissions(): DemoSubmission[] {
  const turns = new Map<Kind, number>()
  return written.flatMap(({ kind, submissions }, challenge) =>
    submissions.map((submission) => {
      const turn = turns.get(kind) ?? 0
      turns.set(kind, turn + 1)
      return demoSubmission(submission, kind, challenge, turn)
    }),
  )
}

function demoSubmission(
  { title, description }: WrittenSubmission,
  kind: Kind,
  challenge: number,
  turn: number,
): DemoSubmission {
  const random = seeded(title)
  const tools = toolsFor(kind, random)
  return {
    title,
    description,
    creationProcess: processText(kind, turn, tools[0] ?? 'the model', random),
    tools,
    contentUrl: linkFor(kind, turn),
    kind,
    challenge,
    image: fileName('entry', title),
  }
}

function processText(kind: Kind, turn: number, tool: string, random: Random): string | null {
  if (random.chance(0.1)) return null
  const { openings, middles, endings } = tellings[kind]
  // Shifts middles and endings by three in each round of openings, so that combinations differ.
  const shifted = turn + 3 * Math.floor(turn / openings.length)
  const hasEnding = random.chance(0.55)
  const parts = [at(openings, turn)]
  if (!hasEnding || random.chance(0.8)) parts.push(at(middles, shifted))
  if (hasEnding) parts.push(at(endings, shifted))
  return parts.join(' ').replaceAll('{tool}', tool)
}

function at(list: readonly string[], index: number): string {
  return list[index % list.length] ?? ''
}
