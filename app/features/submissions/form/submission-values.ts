import type { FormRefusal } from '#app/forms/upload/send-form.ts'
import type { SubmissionDraft } from '#domain/submissions/drafts.server.ts'
import { DRAFT_FIELDS } from '#domain/submissions/drafts.ts'
import type { SubmissionErrors } from '#domain/submissions/form.server.ts'

export const emptyValues = {
  title: '',
  description: '',
  creationProcess: '',
  prompt: '',
  aiTools: '',
  contentUrl: '',
  imageAlt: '',
  termsAccepted: '',
  /** The version of the submission that is edited; '' of a new one. */
  version: '',
}

export type SubmissionValues = typeof emptyValues

export type SubmissionRefusal = FormRefusal<SubmissionValues, keyof SubmissionErrors | 'image'>

interface StoredValues {
  title: string
  description: string
  creationProcess: string | null
  prompt: string | null
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
    prompt: submission.prompt ?? '',
    aiTools: submission.tools.join(', '),
    contentUrl: submission.contentUrl ?? '',
    imageAlt: submission.imageAlt ?? '',
    termsAccepted: 'on',
    version: submission.version,
  }
}

export function draftValues(draft: SubmissionDraft): SubmissionValues {
  const texts = Object.keys(DRAFT_FIELDS).map((name) => [name, draft[name as keyof typeof DRAFT_FIELDS]])
  return { ...emptyValues, ...Object.fromEntries(texts) }
}

/** The fields without the version that they change. */
export function contentFields(fields: Record<string, unknown>): Record<string, unknown> {
  const { version: _, ...content } = fields
  return content
}
