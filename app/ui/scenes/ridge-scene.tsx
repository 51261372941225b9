import cranes from './ridge-cranes.svg?url&no-inline'
import gate from './ridge-gate.svg?url&no-inline'
import lanterns from './ridge-lanterns.svg?url&no-inline'
import moon from './ridge-moon.svg?url&no-inline'
import pagoda from './ridge-pagoda.svg?url&no-inline'
import summit from './ridge-summit.svg?url&no-inline'

const drawings = { cranes, gate, lanterns, moon, pagoda, summit }

export type RidgeSubject = keyof typeof drawings

/** Hills under the moon or the sun, low enough to stand behind a page's heading, with at most one thing to see among them. */
export function RidgeScene({ subject }: { subject: RidgeSubject }) {
  return <img src={drawings[subject]} alt="" width={1440} height={360} className="banner-scene" />
}
