import { Chip } from '#app/ui/surfaces/badge.tsx'
import { Paragraphs } from '#app/ui/surfaces/paragraphs.tsx'
import { requirementLines } from '#domain/challenges/guidance.ts'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'

/** What a challenge asks for, in the organiser's words. */
export function Description({ challenge }: { challenge: ChallengeDetail }) {
  return <Paragraphs text={challenge.description} className="text-lead" />
}

export function Requirements({ challenge }: { challenge: ChallengeDetail }) {
  return (
    <ul className="bullets max-w-[68ch]">
      {requirementLines(challenge).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

export function ToolChips({ tools }: { tools: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {tools.map((tool) => (
        <li key={tool}>
          <Chip>{tool}</Chip>
        </li>
      ))}
    </ul>
  )
}
