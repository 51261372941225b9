export interface House {
  productName: string
  /** null until the organisers have set one. */
  contactEmail: string | null
  /** null in a demo, which brings a practice provider of its own. */
  signInProvider: string | null
}
