import type { FormRefusal } from '#app/forms/upload/send-form.ts'
import type { RequirementField } from '#domain/challenges/guidance.ts'
import type { SubmissionDraft } from '#domain/submissions/drafts.server.ts'
import { DRAFT_FIELDS } from '#domain/submissions/drafts.ts'
import type { SubmissionErrors } from '#domain/submissions/form.server.ts'

export interface SubmissionValues {
  title: string
  description: string
  creationProcess: string
  aiTools: string
  contentUrl: string
  imageAlt: string
  termsAccepted: string
  /** The revision of the draft, or the version of the edited submission, that the page has; '' without. */
  draftBase: string
  /** Names of the save, and of earlier ones whose answers may have been lost, separated by spaces. */
  draftEditor: string
}

export type SubmissionRefusal = FormRefusal<SubmissionValues, keyof SubmissionErrors | 'image'>

export const emptyValues: SubmissionValues = {
  title: '',
  description: '',
  creationProcess: '',
  aiTools: '',
  contentUrl: '',
  imageAlt: '',
  termsAccepted: '',
  draftBase: '',
  draftEditor: '',
}

interface StoredValues {
  title: string
  description: string
  creationProcess: string | null
  contentUrl: string | null
  imageAlt: string | null
  tools: string[]
  version: string
}

export function toFormValues(submission: StoredValues): SubmissionValues {
  return {
    title: submission.title,
    description: submission.description,
    creationProcess: submission.creationProcess ?? '',
    aiTools: submission.tools.join(', '),
    contentUrl: submission.contentUrl ?? '',
    imageAlt: submission.imageAlt ?? '',
    termsAccepted: 'on',
    draftBase: submission.version,
    draftEditor: '',
  }
}

/** Fields that the browser keeps until they are saved; the terms are confirmed again each time. */
export const KEPT_FIELDS = Object.keys(DRAFT_FIELDS) as (keyof typeof DRAFT_FIELDS)[]

/** The name under which the browser keeps what is not saved, of a new submission to a challenge or of a submission. */
export function nameOfKept(memberId: string | null, challengeOrSubmissionId: string): string {
  return `entry:${memberId}:${challengeOrSubmissionId}`
}

/** The values of a draft. */
export function draftValues(draft: SubmissionDraft): SubmissionValues {
  const texts = Object.keys(DRAFT_FIELDS).map((name) => [name, draft[name as keyof typeof DRAFT_FIELDS]])
  return { ...emptyValues, ...Object.fromEntries(texts), draftBase: draft.revision }
}

/** The fields without those that say which page saves a draft. */
export function withoutDraftFields(fields: Record<string, unknown>): Record<string, unknown> {
  const { draftEditor: _, draftBase: __, ...others } = fields
  return others
}

/** The fields that are filled in; `textOf` reads a field. */
export function filledFields(
  textOf: (name: 'description' | 'creationProcess' | 'contentUrl') => string,
  hasImage: boolean,
): RequirementField[] {
  const fields = (['description', 'creationProcess'] as const).filter((name) => textOf(name).trim() !== '')
  const link = URL.canParse(textOf('contentUrl').trim()) ? (['contentUrl'] as const) : []
  return [...fields, ...link, ...(hasImage ? (['image'] as const) : [])]
}
