import type { AuditEntry } from '#domain/audit/queries.server.ts'

const mostLines = 3

export interface HistoryLine
  extends Pick<AuditEntry, 'id' | 'action' | 'adminName' | 'at' | 'subjectType' | 'subjectName'> {
  /** How many in a row the same administrator did. */
  times: number
}

/** The latest entries of a challenge, with those that repeat the one before in the same line. */
export function historyLines(entries: readonly AuditEntry[]): HistoryLine[] {
  const lines: HistoryLine[] = []
  for (const { id, action, adminName, at, subjectType, subjectName } of entries) {
    const last = lines.at(-1)
    if (last?.action === action && last.adminName === adminName) last.times++
    else lines.push({ id, action, adminName, at, subjectType, subjectName, times: 1 })
  }
  return lines.slice(0, mostLines)
}
