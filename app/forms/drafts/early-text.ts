/**
 * What the browser has kept of a text and what was typed before the scripts ran, when the field showed `start`: both,
 * unless one holds the other.
 */
export function withEarlyText(
  kept: string,
  early: string,
  { start, separator }: { start: string; separator: string },
): string {
  if (early === start || kept.startsWith(early)) return kept
  if (early.includes(kept)) return early
  const added = addedText(start, early)
  return kept.startsWith(added) ? kept : kept + separator + added
}

/** What differs between a common beginning and a common end. */
function addedText(before: string, after: string): string {
  let begin = 0
  while (begin < before.length && before[begin] === after[begin]) begin++
  let end = 0
  while (end < before.length - begin && before.at(-1 - end) === after.at(-1 - end)) end++
  return after.slice(begin, after.length - end).trim()
}
