/** The first 50 characters of a longer text, ended in dots (ADM-13); lists are read a character further. */
export function excerptText(beginning: string, length = 50): string {
  const characters = [...beginning]
  if (characters.length <= length) return beginning
  return `${characters.slice(0, length).join('').trimEnd()}…`
}
