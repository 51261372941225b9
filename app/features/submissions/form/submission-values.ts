import type { StoredImage } from '#domain/media/rules.ts'
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

/** Why an entry was not taken, with everything that the form held. */
export interface SubmissionRefusal {
  /** Nothing in the form can mend this; null where `errors` say what to mend. */
  message: string | null
  signedOut: boolean
  errors: SubmissionErrors & { image?: string }
  values: SubmissionValues
  image: Pick<StoredImage, 'id'> | null
}

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

const DRAFTED = ['title', 'description', 'creationProcess', 'aiTools', 'contentUrl'] as const

/** The texts that a browser keeps of a form; the confirmation is given anew each time. */
export function draftOf(form: FormData): Record<string, string> {
  return Object.fromEntries(DRAFTED.map((name) => [name, String(form.get(name) ?? '')]))
}

/** True where a kept draft says nothing that the form does not say already. */
export function isSameDraft(draft: Record<string, string>, values: SubmissionValues): boolean {
  return DRAFTED.every((name) => (draft[name] ?? '').trim() === values[name].trim())
}
