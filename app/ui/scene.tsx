import emptyMoon from '#app/ui/illustrations/empty-moon.svg?url&no-inline'
import ninja from '#app/ui/illustrations/empty-ninja.svg?url&no-inline'
import scroll from '#app/ui/illustrations/empty-scroll.svg?url&no-inline'
import lost from '#app/ui/illustrations/lost.svg?url&no-inline'

const drawingsEmptyScene = { moon: emptyMoon, ninja, scroll }

export type EmptySubject = keyof typeof drawingsEmptyScene

/** The small illustration of an empty state. */
export function EmptyScene({ subject }: { subject: EmptySubject }) {
  return <img src={drawingsEmptyScene[subject]} alt="" width={128} height={128} loading="lazy" />
}

/** The illustration of the 404 page. */
export function LostScene() {
  return <img src={lost} alt="" width={256} height={256} />
}
