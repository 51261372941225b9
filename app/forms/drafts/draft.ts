type DraftTexts = Record<string, string>

interface Draft {
  name: string
  texts: DraftTexts
  savedAt: number
}

/** The name of the draft that this page has saved, and the draft that it has restored, by key. */
const saved = new Map<string, string>()
const restored = new Map<string, Draft>()

/**
 * The unsent texts of this tab, or else the latest that the browser has; null without any. Each page saves a draft of its
 * own, so that two tabs with the same form keep both; one that is restored is continued there.
 */
export function restoreDraft(key: string): DraftTexts | null {
  const drafts = draftsOf(key)
  const ownName = attempt(() => sessionStorage.getItem(key))
  const draft = drafts.find(({ name }) => name === ownName) ?? drafts[0]
  if (!draft) return null
  restored.set(key, draft)
  return draft.texts
}

/** The texts that this page has saved last, or restored; null if they are dropped. */
export function ownDraft(key: string): DraftTexts | null {
  return draftsOf(key).find(({ name }) => isOwn(key, name))?.texts ?? null
}

/** Does nothing in a browser without storage. */
export function saveDraft(key: string, texts: DraftTexts): void {
  const name = saved.get(key) ?? `${key} ${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`
  saved.set(key, name)
  attempt(() => {
    localStorage.setItem(name, JSON.stringify({ texts, savedAt: Date.now() }))
    sessionStorage.setItem(key, name)
    dropRestored(key)
  })
}

/** Drops what this page has saved or restored. */
export function dropDraft(key: string): void {
  const name = saved.get(key)
  if (name !== undefined) remove(name)
  dropRestored(key)
}

/** Drops what was sent, but not what was typed since. */
export function dropSentDraft(
  key: string,
  sent: FormData | URLSearchParams,
  fields: readonly string[],
): void {
  for (const { name, texts } of draftsOf(key)) {
    // A field may not be shown, such as the description of an image without one.
    const isSent = fields.every((field) => !(field in texts) || texts[field] === (sent.get(field) ?? ''))
    if (isSent && isOwn(key, name)) remove(name)
  }
}

/** Drops what every tab has saved. */
export function dropDrafts(key: string): void {
  for (const { name } of draftsOf(key)) remove(name)
}

function isOwn(key: string, name: string): boolean {
  return name === saved.get(key) || name === restored.get(key)?.name
}

/** Not what another tab has saved in it since. */
function dropRestored(key: string): void {
  const draft = restored.get(key)
  restored.delete(key)
  if (!draft || draft.name === saved.get(key)) return
  const isSame = draftsOf(key).some(({ name, savedAt }) => name === draft.name && savedAt === draft.savedAt)
  if (isSame) remove(draft.name)
}

/** The latest first. Until 0.10.7 there was one of each key, without its time. */
function draftsOf(key: string): Draft[] {
  const names = attempt(() => Object.keys(localStorage)) ?? []
  const drafts = names.flatMap((name) => {
    if (name !== key && !name.startsWith(`${key} `)) return []
    const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(name) ?? 'null'))
    const draft = name === key ? { texts: stored, savedAt: 0 } : stored
    return isDraft(draft) ? [{ ...draft, name }] : []
  })
  return drafts.sort((one, other) => other.savedAt - one.savedAt)
}

function remove(name: string): void {
  attempt(() => localStorage.removeItem(name))
}

function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

function isDraft(value: unknown): value is Omit<Draft, 'name'> {
  const { texts, savedAt } = (value ?? {}) as Partial<Draft>
  return typeof savedAt === 'number' && isTexts(texts)
}

function isTexts(value: unknown): value is DraftTexts {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}
