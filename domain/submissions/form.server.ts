import { z } from 'zod'
import { type Kind, needsContentUrl } from '#domain/challenges/rules.ts'
import { contentLink } from '#domain/media/embeds.ts'
import { unknownField } from '#platform/outcome.ts'
import { isTooLong, RAW_LIMITS } from '#platform/text/raw-limits.ts'
import { asTyped, characterCount, plainText, singleLine, visibleCharacter } from '#platform/text/text.ts'
import { DRAFT_FIELDS } from './drafts.ts'
import { descriptionLabel, linkLabel } from './field-labels.ts'
import { SUBMISSION_MESSAGES } from './refusals.ts'
import { SUBMISSION_LIMITS } from './rules.ts'
import { splitTools } from './tools.ts'

export interface SubmissionInput {
  title: string
  description: string
  creationProcess: string | null
  /** What the author asked the tools for. */
  prompt: string | null
  contentUrl: string | null
  /** What the image shows. */
  imageAlt: string | null
  tools: string[]
}

type SubmissionField =
  | 'title'
  | 'description'
  | 'creationProcess'
  | 'prompt'
  | 'aiTools'
  | 'contentUrl'
  | 'imageAlt'
  | 'termsAccepted'
export type SubmissionErrors = Partial<Record<SubmissionField, string>>

const TOO_LONG = {
  title: `Title must be at most ${SUBMISSION_LIMITS.title} characters`,
  description: `Description must be at most ${SUBMISSION_LIMITS.description} characters`,
  creationProcess: `Creation process must be at most ${SUBMISSION_LIMITS.creationProcess} characters`,
  prompt: `Prompt must be at most ${SUBMISSION_LIMITS.prompt} characters`,
  tools: `Name at most ${SUBMISSION_LIMITS.tools} AI tools`,
  contentUrl: `The link must be at most ${SUBMISSION_LIMITS.contentUrl} characters`,
  imageAlt: `The image description must be at most ${SUBMISSION_LIMITS.imageAlt} characters`,
} as const

const shape = z.strictObject({
  title: z
    .string()
    .max(RAW_LIMITS.line, TOO_LONG.title)
    .transform(singleLine)
    .pipe(
      z.string().regex(visibleCharacter, 'Title is required').max(SUBMISSION_LIMITS.title, TOO_LONG.title),
    ),
  description: z
    .string()
    .max(RAW_LIMITS.text, TOO_LONG.description)
    .transform(plainText)
    .pipe(
      z
        .string()
        .regex(visibleCharacter, 'Description is required')
        .max(SUBMISSION_LIMITS.description, TOO_LONG.description),
    ),
  creationProcess: z
    .string()
    .max(RAW_LIMITS.text, TOO_LONG.creationProcess)
    .default('')
    .transform(plainText)
    .pipe(z.string().max(SUBMISSION_LIMITS.creationProcess, TOO_LONG.creationProcess)),
  prompt: z
    .string()
    .max(RAW_LIMITS.text, TOO_LONG.prompt)
    .default('')
    .transform(plainText)
    .pipe(z.string().max(SUBMISSION_LIMITS.prompt, TOO_LONG.prompt)),
  aiTools: z
    .string()
    .max(RAW_LIMITS.list, TOO_LONG.tools)
    .transform((text) => splitTools(singleLine(text)).filter((tool) => visibleCharacter.test(tool)))
    .pipe(
      z
        .array(
          z
            .string()
            .max(
              SUBMISSION_LIMITS.tool,
              `Each tool name must be at most ${SUBMISSION_LIMITS.tool} characters`,
            ),
        )
        .min(1, 'AI tools are required')
        .max(SUBMISSION_LIMITS.tools, TOO_LONG.tools),
    ),
  contentUrl: z.string().max(RAW_LIMITS.address, TOO_LONG.contentUrl).default('').transform(singleLine),
  imageAlt: z
    .string()
    .max(RAW_LIMITS.list, TOO_LONG.imageAlt)
    .default('')
    .transform(singleLine)
    .pipe(z.string().max(SUBMISSION_LIMITS.imageAlt, TOO_LONG.imageAlt)),
  termsAccepted: z.literal('on', SUBMISSION_MESSAGES.terms),
})

/** Parses and validates the fields of a submission (SUB-5 to SUB-8). Unknown fields are refused. */
export function parseSubmission(
  fields: Record<string, unknown>,
  kind: Kind,
): { ok: true; submission: SubmissionInput } | { ok: false; errors: SubmissionErrors } {
  const parsed = shape.safeParse({ title: '', description: '', aiTools: '', ...fields })
  const errors: SubmissionErrors = parsed.success ? {} : fieldErrors(parsed.error)
  const sentUrl = typeof fields.contentUrl === 'string' ? fields.contentUrl : ''
  const url = isTooLong(sentUrl, 'address') ? sentUrl : singleLine(sentUrl)
  const urlError = contentUrlError(url, kind)
  if (urlError) errors.contentUrl = urlError
  if (errors.description)
    errors.description = errors.description.replace(/^Description/, descriptionLabel(kind))
  if (!parsed.success || urlError) return { ok: false, errors }
  const { title, description, creationProcess, prompt, aiTools, imageAlt } = parsed.data
  return {
    ok: true,
    submission: {
      title,
      description,
      creationProcess: creationProcess || null,
      prompt: prompt || null,
      contentUrl: url || null,
      imageAlt: visibleCharacter.test(imageAlt) ? imageAlt : null,
      tools: aiTools,
    },
  }
}

export type DraftInput = Record<keyof typeof DRAFT_FIELDS, string>

/** Parses the fields of a draft as they were typed (SUB-74). A field beyond its raw limit and unknown fields are refused. */
export function parseDraft(
  fields: Record<string, unknown>,
): { ok: true; draft: DraftInput } | { ok: false; errors: SubmissionErrors } {
  const errors: SubmissionErrors = {}
  const draft = {} as DraftInput
  for (const name of Object.keys(DRAFT_FIELDS) as (keyof DraftInput)[]) {
    const text = typeof fields[name] === 'string' ? fields[name] : ''
    if (isTooLong(text, DRAFT_FIELDS[name])) errors[name] = TOO_LONG[name === 'aiTools' ? 'tools' : name]
    else draft[name] = storable(text)
  }
  const isKnown = (name: string) => name === 'termsAccepted' || Object.hasOwn(DRAFT_FIELDS, name)
  if (!Object.keys(fields).every(isKnown)) errors.title ??= unknownField
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, draft }
}

/** PostgreSQL stores neither the NUL character nor half of a surrogate pair. */
function storable(text: string): string {
  return asTyped(text).replaceAll('\0', '').toWellFormed()
}

function contentUrlError(url: string, kind: Kind): string | null {
  if (!url) return needsContentUrl(kind) ? `${linkLabel(kind)} is required` : null
  if (characterCount(url) > SUBMISSION_LIMITS.contentUrl) return TOO_LONG.contentUrl
  return contentLink(url) ? null : 'Please enter a full web address, starting with https://'
}

function fieldErrors(error: z.ZodError): SubmissionErrors {
  const errors: SubmissionErrors = {}
  for (const issue of error.issues) {
    const field = (issue.path[0] ?? 'title') as SubmissionField
    errors[field] ??= issue.code === 'unrecognized_keys' ? unknownField : issue.message
  }
  return errors
}
