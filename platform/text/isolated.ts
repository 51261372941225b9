// Letters of Unicode that are written from right to left.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A member's text inside one of ours, where no markup can separate them: marks keep the punctuation around a text that is
 * written from right to left in its place. Other texts stay as they are.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}
