import type { ChallengeType, Kind } from '#domain/challenges/rules.ts'
import { closedMuseum } from './challenges/closed-museum.ts'
import { feelingBar, smallApologies, snowFromInside } from './challenges/daily-without-entries.ts'
import { folkSong } from './challenges/folk-song.ts'
import { forgotTheGround } from './challenges/forgot-the-ground.ts'
import { freshlyWritten } from './challenges/fresh.ts'
import { grandmotherProtocol } from './challenges/grandmother-protocol.ts'
import { lastLantern } from './challenges/last-lantern.ts'
import { lettersToALighthouse } from './challenges/letters-to-a-lighthouse.ts'
import { movedMaps } from './challenges/moved-maps.ts'
import { nineSeconds } from './challenges/nine-seconds-of-rain.ts'
import {
  codeGardens,
  emojiOpera,
  fieldRecordings,
  lostGestures,
  nobodyTracking,
  oneObject,
} from './challenges/not-yet-open.ts'
import { oneStanza } from './challenges/one-stanza.ts'
import { paperBirds } from './challenges/paper-birds.ts'
import { powerStation } from './challenges/power-station.ts'
import { stainedGlass } from './challenges/stained-glass.ts'
import { threeInTheMorning } from './challenges/three-in-the-morning.ts'
import { threeMoons } from './challenges/three-moons.ts'
import { tinyMonsters } from './challenges/tiny-monsters.ts'
import { usefulPage } from './challenges/useful-page.ts'
import { fileName } from './images.ts'
import type { WrittenChallenge } from './written.ts'

export interface DemoChallenge {
  title: string
  description: string
  /** One per line. */
  requirements: string
  kind: Kind
  type: ChallengeType
  /** A file in db/demo/pictures. */
  image: string
}

/**
 * All challenges with their texts and submissions. Within a type they are in the order of the plan:
 * active first, then voting, completed, upcoming, canceled and draft.
 */
export const written: readonly WrittenChallenge[] = [
  lastLantern,
  tinyMonsters,
  oneStanza,
  threeInTheMorning,
  snowFromInside,
  feelingBar,
  smallApologies,
  nineSeconds,
  usefulPage,
  lettersToALighthouse,
  stainedGlass,
  powerStation,
  fieldRecordings,
  emojiOpera,
  nobodyTracking,
  movedMaps,
  closedMuseum,
  paperBirds,
  lostGestures,
  folkSong,
  grandmotherProtocol,
  threeMoons,
  forgotTheGround,
  codeGardens,
  oneObject,
]

export const challenges: readonly DemoChallenge[] = written.map(demoChallenge)

/** Opened at later starts if no challenge is active. */
export const freshChallenges: readonly DemoChallenge[] = freshlyWritten.map(demoChallenge)

function demoChallenge({ title, description, requirements, kind, type }: WrittenChallenge): DemoChallenge {
  return { title, description, requirements, kind, type, image: fileName('challenge', title) }
}
