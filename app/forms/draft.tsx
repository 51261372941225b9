type DraftTexts = Record<string, string>

/** The unsent texts that this browser saved; null without a draft. */
export function loadDraft(key: string): DraftTexts | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isTexts(stored) ? stored : null
  } catch {
    return null
  }
}

/** Does nothing in a browser without storage. */
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
