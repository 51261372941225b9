/** Splits comma-separated text, trims it, and drops blanks and duplicates (SUB-8). */
export function splitTools(text: string): string[] {
  const tools = new Map<string, string>()
  for (const tool of text.split(',').map((name) => name.trim())) {
    const key = tool.toLowerCase()
    if (tool && !tools.has(key)) tools.set(key, tool)
  }
  return [...tools.values()]
}

/** Known names for the last part of comma-separated text; `value` is the whole text with the name. */
export function suggestedTools(text: string, known: readonly string[]): { name: string; value: string }[] {
  const before = splitTools(text.slice(0, text.lastIndexOf(',') + 1))
  const typed = before.map((name) => name.toLowerCase())
  return known
    .filter((name) => !typed.includes(name.toLowerCase()))
    .map((name) => ({ name, value: [...before, name].join(', ') }))
}
