import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { type Content, contentOf } from '../../entries/entry-page.server.ts'

export interface PlayableEntry extends SubmissionSummary {
  /** What can be played; null for other kinds, and where the entry names no link that may be shown. */
  content: Content | null
}

/** An entry with its player, if it is of an audio or video challenge and has a link (SUB-51). */
export function playable(entry: SubmissionSummary): PlayableEntry {
  const plays = entry.kind === 'audio' || entry.kind === 'video'
  return { ...entry, content: plays ? contentOf(entry) : null }
}
