const pauseMs = 3_000
const longestMs = 15_000
const firstRetryMs = 5_000
const longestRetryMs = 120_000

export type SaveResult =
  | { is: 'saved' }
  | { is: 'canceled' }
  /** Repeated after the time that the server asks for, otherwise after a growing one. */
  | { is: 'failed'; retryAfterMs: number | null }
  /** The next change may be accepted. */
  | { is: 'refused' }
  /** Saved again only when the member asks for it. */
  | { is: 'conflict' }

/** In milliseconds, after so many failures in a row. */
export function retryDelay(failures: number): number {
  return Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
}

/**
 * Decides when a form is saved: three seconds after the last change, at most 15 after the first that is not saved, and
 * when asked. Saves run one at a time, each with what the form has when it begins.
 */
export function saveSchedule(save: (asked: boolean) => Promise<SaveResult>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the next save begins; null if there is nothing to save or a save cannot succeed. */
  let dueAt: number | null = null
  /** The first change that is not saved. */
  let unsavedSince: number | null = null
  /** The server accepts nothing before. */
  let notBefore = 0
  let failures = 0
  let asked = false
  /** It was changed while it was saved as the member asked, and is saved once more at once. */
  let again = false
  let enabled = false
  let saving = false
  let isHeld = false

  function plan() {
    clearTimeout(timer)
    if (enabled && !saving && dueAt !== null) timer = setTimeout(run, dueAt - Date.now())
  }

  async function run() {
    clearTimeout(timer)
    const since = unsavedSince ?? Date.now()
    const wasAsked = asked
    const mayRepeat = asked && !again
    dueAt = unsavedSince = null
    asked = again = false
    saving = true
    const result = await save(wasAsked).catch((): SaveResult => ({ is: 'failed', retryAfterMs: null }))
    saving = false
    apply(result, since)
    if (result.is === 'saved' && mayRepeat && unsavedSince !== null) {
      again = true
      ask()
    }
    plan()
  }

  function apply(result: SaveResult, since: number) {
    const now = Date.now()
    notBefore = 0
    failures = result.is === 'failed' ? failures + 1 : 0
    if (result.is === 'saved') return
    // The longest wait begins again, so that not each change is sent at once.
    unsavedSince = result.is === 'canceled' ? since : now
    if (result.is === 'refused') return
    if (result.is !== 'failed') asked = false
    dueAt = result.is === 'conflict' ? null : now + pauseMs
    isHeld = result.is === 'conflict'
    if (result.is === 'failed') {
      const growingMs = retryDelay(failures)
      notBefore = now + (result.retryAfterMs ?? 0)
      dueAt = now + (result.retryAfterMs ?? growingMs)
    }
  }

  function change(delayMs = pauseMs) {
    const now = Date.now()
    unsavedSince ??= now
    if (!isHeld) dueAt = Math.max(Math.min(now + delayMs, unsavedSince + longestMs), notBefore)
    plan()
  }

  function ask() {
    asked = true
    isHeld = false
    dueAt = 0
    plan()
  }

  return {
    change,
    ask,
    /** Begins a save that waits for more changes, before the caller returns. */
    hurry() {
      if (enabled && !saving && dueAt !== null && Date.now() >= notBefore) run()
    },
    /** What is unsaved was discarded. */
    reset() {
      dueAt = unsavedSince = null
      asked = false
      isHeld = false
      plan()
    },
    /** A save that is due while disabled waits. */
    enable(isEnabled: boolean) {
      enabled = isEnabled
      plan()
    },
    hasChanges: () => unsavedSince !== null,
  }
}
