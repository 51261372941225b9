import type { Kind } from '#domain/challenges/rules.ts'

/** The colours a card can have; each is a class in tools.css. */
export type Pigment = 'indigo' | 'lagoon' | 'wisteria' | 'plum' | 'pine' | 'moss' | 'ochre' | 'chestnut'

/** The colours of the four curtains and their senseis. */
export type Cloth = 'sonic' | 'visual' | 'literary' | 'video'

export interface Tool {
  title: string
  /** What comes out of it, in a few words. */
  makes: string
  description: string
  /** What the group's sensei says about it. */
  quote: string
  /** A drawing in public/pictures/tools. */
  image: string
  colour: Pigment
  url: string
}

export interface Sensei {
  name: string
  about: string
  /** A drawing in public/pictures/senseis. */
  portrait: string
}

export interface ToolGroup {
  id: string
  title: string
  intro: string
  kind: Kind
  cloth: Cloth
  sensei: Sensei
  tools: readonly Tool[]
}
