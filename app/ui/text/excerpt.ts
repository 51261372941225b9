/** At most `length` characters, cut after a word, with an ellipsis if cut. Does not split emoji. */
export function excerpt(text: string, length: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= length) return flat
  const lastSpace = flat.slice(0, length).lastIndexOf(' ')
  const end = lastSpace > length / 2 ? lastSpace : length - 1
  return `${flat.slice(0, end).replace(/[\s,.;:–—\ud800-\udbff-]+$/, '')}…`
}
