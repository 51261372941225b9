import { QUEUE_PATH } from '../../paths.ts'

interface Place {
  /** Only the submissions of this challenge. */
  challengeId: string | null
  /** The submission to show; null shows the oldest pending one. */
  at?: string | null
}

export function queuePath({ challengeId, at }: Place): string {
  const query = new URLSearchParams({ ...(challengeId && { challenge: challengeId }), ...(at && { at }) })
  return query.size > 0 ? `${QUEUE_PATH}?${query}` : QUEUE_PATH
}
