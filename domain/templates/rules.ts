import { SHARED_FIELDS } from '#domain/challenges/fields.ts'

export const TEMPLATE_LIMITS = {
  /** Characters. */
  name: 80,
  most: 100,
} as const

export const TEMPLATE_MESSAGES = {
  saved: 'Template saved',
  renamed: 'Template renamed',
  deleted: 'Template deleted',
  name: 'Name is required',
  nameLength: `The name has at most ${TEMPLATE_LIMITS.name} characters`,
  nameTaken: 'Another template has this name',
  tooMany: `There can be at most ${TEMPLATE_LIMITS.most} templates; delete one first`,
  savedAlready: 'This form has saved a template already, under another name',
  missing: 'Template not found',
  failed: 'Failed to save template',
  deleteFailed: 'Failed to delete template',
} as const

/** What a template keeps of a challenge besides its image: not the status, and no dates. */
export const TEMPLATE_FIELDS = ['title', 'description', ...SHARED_FIELDS] as const
