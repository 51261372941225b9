import { Link } from 'react-router'
import { formatCount } from '#app/ui/lists/number-text.tsx'
import { Picture } from '#app/ui/pictures/picture.tsx'
import type { WinnerCard } from '#domain/submissions/showcase.server.ts'
import { entryPath } from '../entries/entry-path.ts'

/** The winners with the most votes, each hung as a scroll, the first one highest (SUB-55). */
export function TopScrolls({ winners }: { winners: readonly WinnerCard[] }) {
  return (
    <ol className="scrolls" aria-label="Winners with the most votes">
      {winners.map((winner) => (
        <li key={winner.id} className="scroll card-link">
          <span className="scroll-cord" aria-hidden="true" />
          <div className="scroll-paper">
            <Picture
              picture={winner.picture}
              fallback="entry"
              alt=""
              sizes="(min-width: 75rem) 300px, (min-width: 64rem) 25vw, 55vw"
              eager
              className="aspect-3/4"
            />
            <p className="mt-3 font-display text-calm leading-tight font-bold sm:text-[1.0625rem]">
              <Link to={entryPath(winner)} prefetch="intent" className="card-cover">
                {winner.title}
              </Link>
            </p>
            <p className="mt-auto pt-1 text-small text-gold-text figures">
              {formatCount(winner.votes, 'vote')}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
