import sql from 'sql-template-tag'
import { notOfDraft } from '#domain/challenges/scope.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Outcome } from '#platform/outcome.ts'
import { type Chosen, type JudgedVersion, mostChosen, REJECTABLE } from './rules.ts'

/** Longer than any value of `chosenValue`. */
const longestValue = 80

/**
 * The submissions that the values of a form name, each once. A value may hold several, with spaces between them. Reads at
 * most one submission more than `mostChosen`.
 */
export function selectionIn(values: readonly string[]): Chosen[] {
  return namedIn(values, chosenIn)
}

/** The submissions that an undo names, read like a selection. */
export function judgedIn(values: readonly string[]): JudgedVersion[] {
  return namedIn(values, oneJudgedIn)
}

function namedIn<Named extends JudgedVersion>(
  values: readonly string[],
  read: (value: string) => Named | null,
) {
  const named = new Map<string, Named>()
  for (const value of values.slice(0, mostChosen + 1)) {
    for (const part of value.slice(0, (mostChosen + 1) * longestValue).split(' ')) {
      const submission = read(part.slice(0, longestValue))
      if (submission && named.size <= mostChosen) named.set(submission.id, submission)
    }
  }
  return [...named.values()]
}

function chosenIn(value: string): Chosen | null {
  const [id, version = '', status, ...rest] = value.split(':')
  const seen = REJECTABLE.find((known) => known === status)
  if (!isId(id) || !seen || rest.length > 0 || !/^\d{1,16}$/.test(version)) return null
  return { id, version: Number(version), seen }
}

function oneJudgedIn(value: string): JudgedVersion | null {
  const [id, version = '', ...rest] = value.split(':')
  if (!isId(id) || rest.length > 0 || !/^[\da-z]{1,11}$/.test(version)) return null
  return { id, version: Number.parseInt(version, 36) }
}

/** Why a selection cannot be judged, or null. */
export function selectionRefusal(chosen: readonly { id: string }[]): string | null {
  if (chosen.length === 0) return 'Select at least one submission.'
  return chosen.length > mostChosen ? `Select at most ${mostChosen} submissions.` : null
}

export interface BulkResult {
  done: JudgedVersion[]
  refused: { id: string; message: string }[]
}

/** Judges the chosen submissions one after the other, each in its own transaction. A refusal does not stop the others. */
export async function judgeEach<Submission extends JudgedVersion>(
  chosen: readonly Submission[],
  judge: (submission: Submission) => Promise<Outcome<unknown>>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], refused: [] }
  for (const submission of chosen) {
    const outcome = await judge(submission)
    if (outcome.ok) result.done.push(submission)
    else result.refused.push({ id: submission.id, message: outcome.message })
  }
  return result
}

interface NamedSubmission {
  id: string
  title: string
}

/** The titles of those of the submissions that the admin may see, in the order of `ids`. */
export function namedSubmissions(db: Db, admin: Admin, ids: readonly string[]): Promise<NamedSubmission[]> {
  return db.rows(sql`
    select s.id, s.title
    from unnest(${ids}::uuid[]) with ordinality chosen (id, place)
    join submissions s on s.id = chosen.id and ${notOfDraft(admin)}
    order by chosen.place`)
}
