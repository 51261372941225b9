import { Icon } from '#app/ui/icons/icon.tsx'
import { entryPath } from '../../entries/entry-path.ts'
import type { PlayableEntry } from './playable.server.ts'

interface Props {
  entry: PlayableEntry
  onPlay: (entry: PlayableEntry) => void
}

/** 'Play Audio' or 'Play Video' opens the player; without scripts the entry's own page has one. */
export function PlayLink({ entry, onPlay }: Props) {
  if (!entry.content) return null
  function play(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPlay(entry)
  }
  return (
    <a href={entryPath(entry)} onClick={play} className="play-link" aria-haspopup="dialog">
      <Icon name="play" className="size-4 fill-current" />
      {entry.kind === 'audio' ? 'Play Audio' : 'Play Video'}
      <span className="sr-only">: {entry.title}</span>
    </a>
  )
}
