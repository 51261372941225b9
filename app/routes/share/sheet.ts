/** Words that members wrote, and what stands there instead where they are in a script that cannot be drawn. */
export interface Words {
  text: string
  instead: string
}

export type Tone = 'go' | 'gold' | 'quiet'

/** A picture that is laid into another: a file of the store or a drawing of the public folder. */
export interface Inlaid {
  /** Of an uploaded picture, with the size to take. */
  imageId: string | null
  width: number
  /** What shows where there is no such picture. */
  drawing: string
}

/** What is drawn for a challenge or an entry. */
export interface WorkSheet {
  is: 'work'
  house: string
  eyebrow: string
  title: Words
  byline: { name: Words; colour: string } | null
  foot: { label: string; tone: Tone; text: Words }
  picture: Inlaid
}

/** What is drawn for a member. */
export interface PersonSheet {
  is: 'person'
  house: string
  name: Words
  rank: string
  colour: string
  figures: { value: string; label: string }[]
  picture: Inlaid
}

export type Sheet = WorkSheet | PersonSheet

/** In pixels: what sites show in full beside a link. */
export const SHEET = { width: 1200, height: 630 } as const
