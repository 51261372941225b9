/** A written text as plain data: words, and elements by their name with what is inside them. */
export type Writing = string | number | null | readonly Writing[] | WrittenElement

export interface WrittenElement {
  /** A tag of HTML or SVG, or the name of an island. */
  as: string
  props: Record<string, string | number | boolean>
  inside: Writing
}

export interface WrittenSection {
  id: string
  title: string
  body: Writing
}
