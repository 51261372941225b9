import { isId, newId } from '#platform/id.server.ts'
import { asTyped } from '#platform/text/text.ts'
import type { TextFields } from '../receive-submission.server.ts'

/** Which page sent the form, and the draft that it has. */
export function savedBy({ draftEditor, draftBase }: TextFields) {
  const [base = ''] = idsIn(draftBase)
  const [editor = newId(), ...earlierEditors] = idsIn(draftEditor)
  return { editor, earlierEditors, base }
}

function idsIn(value: unknown): string[] {
  return asTyped(value).split(' ').filter(isId)
}
