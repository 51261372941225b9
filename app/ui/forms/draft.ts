export type DraftTexts = Record<string, string>

/** What was typed into a form and never sent, kept by this browser; null where there is nothing. */
export function loadDraft(key: string): DraftTexts | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isTexts(stored) ? stored : null
  } catch {
    return null
  }
}

/** Keeps the texts; a browser that keeps nothing only loses the convenience. */
export function saveDraft(key: string, texts: DraftTexts): void {
  try {
    localStorage.setItem(key, JSON.stringify(texts))
  } catch {}
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}

function isTexts(value: unknown): value is DraftTexts {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
