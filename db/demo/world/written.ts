import type { StyleName } from '#db/demo/art/catalogue.ts'
import type { PaletteName } from '#db/demo/art/palettes.ts'
import type { ChallengeType, Kind } from '#domain/challenges/rules.ts'

type Wide = `${StyleName} ${PaletteName}`

/** How a picture is drawn: a style, a palette, and a shape where it is not a wide one. */
export type Look = Wide | `${Wide} tall` | `${Wide} square`

export interface WrittenEntry {
  title: string
  look: Look
  description: string
}

export interface WrittenChallenge {
  title: string
  kind: Kind
  type: ChallengeType
  look: Look
  description: string
  /** One a line. */
  requirements: string
  entries: readonly WrittenEntry[]
}

export function work(title: string, look: Look, description: string): WrittenEntry {
  return { title, look, description }
}

export function lines(...list: string[]): string {
  return list.join('\n')
}
