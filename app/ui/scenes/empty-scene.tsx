import emptyMoon from './empty-moon.svg?url&no-inline'
import ninja from './empty-ninja.svg?url&no-inline'
import scroll from './empty-scroll.svg?url&no-inline'

const drawings = { moon: emptyMoon, ninja, scroll }

export type EmptySubject = keyof typeof drawings

/** A round drawing the size of a stamp for places where there is nothing yet. */
export function EmptyScene({ subject }: { subject: EmptySubject }) {
  return <img src={drawings[subject]} alt="" width={128} height={128} loading="lazy" />
}
