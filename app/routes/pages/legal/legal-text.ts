/** What a legal text says besides its sections. */
export interface LegalFrame {
  title: string
  subtitle: string
  /** The text in a few lines; it does not replace it. */
  inShort: readonly string[]
  related: readonly { to: string; label: string; text: string }[]
}
