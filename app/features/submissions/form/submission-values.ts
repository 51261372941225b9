import type { FormRefusal } from '#app/forms/send-form.ts'
import type { SubmissionErrors } from '#domain/submissions/form.server.ts'

/** The texts of an entry's form, as typed. */
export interface SubmissionValues {
  title: string
  description: string
  creationProcess: string
  aiTools: string
  contentUrl: string
  termsAccepted: string
}

export type SubmissionRefusal = FormRefusal<SubmissionValues, keyof SubmissionErrors | 'image'>

export const emptyValues: SubmissionValues = {
  title: '',
  description: '',
  creationProcess: '',
  aiTools: '',
  contentUrl: '',
  termsAccepted: '',
}

interface StoredValues {
  title: string
  description: string
  creationProcess: string | null
  contentUrl: string | null
  tools: string[]
}

/** What the form shows of an entry that exists. */
export function valuesOf(submission: StoredValues): SubmissionValues {
  return {
    title: submission.title,
    description: submission.description,
    creationProcess: submission.creationProcess ?? '',
    aiTools: submission.tools.join(', '),
    contentUrl: submission.contentUrl ?? '',
    termsAccepted: 'on',
  }
}

/** The fields that a browser keeps as a draft; the confirmation is not one of them. */
export const DRAFT_FIELDS = ['title', 'description', 'creationProcess', 'aiTools', 'contentUrl'] as const
