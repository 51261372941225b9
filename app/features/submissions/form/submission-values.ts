import type { FormRefusal } from '#app/forms/upload/send-form.ts'
import type { RequirementField } from '#domain/challenges/guidance.ts'
import type { SubmissionErrors } from '#domain/submissions/form.server.ts'

export interface SubmissionValues {
  title: string
  description: string
  creationProcess: string
  aiTools: string
  contentUrl: string
  imageAlt: string
  termsAccepted: string
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
}

interface StoredValues {
  title: string
  description: string
  creationProcess: string | null
  contentUrl: string | null
  imageAlt: string | null
  tools: string[]
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
  }
}

/** Fields kept as a draft; the terms are confirmed again each time. */
export const DRAFT_FIELDS = [
  'title',
  'description',
  'creationProcess',
  'aiTools',
  'contentUrl',
  'imageAlt',
] as const

/** The fields that are filled in; `textOf` reads a field. */
export function filledFields(
  textOf: (name: 'description' | 'creationProcess' | 'contentUrl') => string,
  hasImage: boolean,
): RequirementField[] {
  const fields = (['description', 'creationProcess'] as const).filter((name) => textOf(name).trim() !== '')
  const link = URL.canParse(textOf('contentUrl').trim()) ? (['contentUrl'] as const) : []
  return [...fields, ...link, ...(hasImage ? (['image'] as const) : [])]
}
