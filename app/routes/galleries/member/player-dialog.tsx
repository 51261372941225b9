import { Link } from 'react-router'
import { Dialog } from '#app/ui/controls/dialog.tsx'
import { entryPath } from '../../entries/entry-path.ts'
import { Player } from '../../entries/player.tsx'
import type { PlayableEntry } from './playable.server.ts'

interface Props {
  /** What plays; null while nothing does. */
  entry: PlayableEntry | null
  onClose: () => void
}

/** The player over the page. Closing takes its frame away, and so ends the sound. */
export function PlayerDialog({ entry, onClose }: Props) {
  return (
    <Dialog open={entry !== null} onClose={onClose} title={entry?.title ?? ''}>
      {entry?.content && (
        <>
          {/* The first control, so the focus begins here: a frame would keep the Escape key to itself. */}
          <p className="-mt-2 mb-5 text-small text-muted">
            <Link to={entryPath(entry)} className="text-link">
              View the submission
            </Link>{' '}
            to {entry.challengeTitle}
          </p>
          <Player kind={entry.kind} title={entry.title} {...entry.content} playing />
        </>
      )}
    </Dialog>
  )
}
