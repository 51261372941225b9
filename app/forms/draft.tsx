type DraftTexts = Record<string, string>

/**
 * The unsent texts that this tab saved, or else this browser; null without a draft. Another tab may have another form of the
 * same name, so each keeps its own.
 */
export function loadDraft(key: string): DraftTexts | null {
  return stored('sessionStorage', key) ?? stored('localStorage', key)
}

/** Does nothing in a browser without storage. */
export function saveDraft(key: string, texts: DraftTexts): void {
  for (const storage of storages) attempt(() => window[storage].setItem(key, JSON.stringify(texts)))
}

export function dropDraft(key: string): void {
  for (const storage of storages) attempt(() => window[storage].removeItem(key))
}

/** Drops what was sent, but not what was typed since, or in another tab. */
export function dropSentDraft(
  key: string,
  sent: FormData | URLSearchParams,
  fields: readonly string[],
): void {
  for (const storage of storages) {
    const kept = stored(storage, key)
    if (kept && fields.every((name) => kept[name] === sent.get(name)))
      attempt(() => window[storage].removeItem(key))
  }
}

const storages = ['sessionStorage', 'localStorage'] as const

function stored(storage: (typeof storages)[number], key: string): DraftTexts | null {
  const texts: unknown = attempt(() => JSON.parse(window[storage].getItem(key) ?? 'null'))
  return isTexts(texts) ? texts : null
}

function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

function isTexts(value: unknown): value is DraftTexts {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
