import { Link } from 'react-router'
import { KindLine } from '#app/ui/challenges/challenge-card.tsx'
import { AuthorLink } from '#app/ui/entries/entry-card.tsx'
import { Count } from '#app/ui/lists/number-text.tsx'
import { excerpt } from '#app/ui/page-meta.ts'
import { Picture } from '#app/ui/pictures/picture.tsx'
import { Badge, Chip } from '#app/ui/surfaces/badge.tsx'
import type { WinnerCard as Winner } from '#domain/submissions/showcase.server.ts'
import { entryPath } from '../entries/entry-path.ts'

/** An entry that won its challenge (SUB-57). */
export function WinnerCard({ winner }: { winner: Winner }) {
  return (
    <article className="card card-link flex flex-col overflow-hidden">
      <Picture picture={winner.picture} fallback="entry" alt="" sizes={SIZES}>
        <span className="absolute top-3 left-3">
          <Badge tone="winner" on="picture">
            Winner
          </Badge>
        </span>
      </Picture>
      <div className="flex flex-1 flex-col px-5 pt-5 pb-4">
        <KindLine challenge={winner} />
        <h3 className="mt-2 text-card">
          <Link to={entryPath(winner)} prefetch="intent" className="card-cover">
            {winner.title}
          </Link>
        </h3>
        <p className="mt-1 text-small text-muted">
          Won{' '}
          <Link
            to={`/challenges/${winner.challengeId}`}
            className="card-above font-medium text-ink hover:underline"
          >
            {winner.challengeTitle}
          </Link>
        </p>
        <p className="mt-3 text-calm text-muted">{excerpt(winner.description, 140)}</p>
        <ToolChips tools={winner.tools} />
      </div>
      <footer className="flex items-center justify-between gap-4 border-t border-line px-5 py-3 text-small text-muted">
        <AuthorLink author={winner.author} />
        <span className="whitespace-nowrap">
          <Count value={winner.votes} one="vote" />
        </span>
      </footer>
    </article>
  )
}

/** Three tools at most (SUB-57); the number of the others says so. */
function ToolChips({ tools }: { tools: readonly string[] }) {
  const others = tools.length - MOST_TOOLS
  return (
    <ul aria-label="AI tools" className="mt-auto flex flex-wrap gap-1.5 pt-4">
      {tools.slice(0, MOST_TOOLS).map((tool) => (
        <li key={tool}>
          <Chip>{tool}</Chip>
        </li>
      ))}
      {others > 0 && (
        <li>
          <Chip>+{others} more</Chip>
        </li>
      )}
    </ul>
  )
}

const MOST_TOOLS = 3
const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'
