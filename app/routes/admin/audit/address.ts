import { pathWith } from '#app/search-params.ts'
import type { SubjectType } from '#domain/audit/rules.ts'

export const AUDIT_PATH = '/admin/audit'

/** The record about one kind of subject or everything, from the newest on or from the entry `before` on. */
export function auditAddress(about: SubjectType | null, before: string | null = null): string {
  return pathWith(AUDIT_PATH, { about, before })
}
