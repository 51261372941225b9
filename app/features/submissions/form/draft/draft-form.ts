import { ownDraft, saveDraft } from '#app/forms/drafts/draft.ts'
import type { Upload } from '#app/forms/upload/send-form.ts'
import { KEPT_FIELDS, type SubmissionRefusal } from '../submission-values.ts'

/** What a page knows of its saves. */
export interface Work {
  upload: Upload<SubmissionRefusal> | null
  /** The chosen file that the server has stored. */
  stored: { file: File; id: string } | null
  /** A chosen file that the server refused, or did not receive. */
  refusedFile: File | null
  /** Sends a file again that was one too many, or did not arrive. */
  resend?: ReturnType<typeof setTimeout>
  /** How often a file did not arrive since one did. */
  failures: number
  /** The id of an image that the server no longer has. */
  lostImage: string | null
  /** The revision by another page that a save replaces when the member asks for it, and never by itself. */
  replaces: string | null
  /** The member asked for the draft of another page. The id of the page's data at that time: each load has another. */
  asksToShow: string | null
}

export const noImages = { stored: null, refusedFile: null, lostImage: null }

/** Something was typed since the page was loaded. */
export function isChanged(form: HTMLFormElement): boolean {
  return textFields(form).some(({ value, defaultValue }) => value !== defaultValue)
}

/** There is nothing to save. */
export function isBlank(form: HTMLFormElement): boolean {
  return !chosenFile(form) && textFields(form).every(({ value }) => value.trim() === '')
}

function textFields(form: HTMLFormElement) {
  return [...form.elements].filter(
    (field) =>
      field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement && /^(text|url)$/.test(field.type)),
  ) as (HTMLInputElement | HTMLTextAreaElement)[]
}

export function chosenFile(form: HTMLFormElement): File | null {
  const field = form.elements.namedItem('image')
  return field instanceof HTMLInputElement ? (field.files?.[0] ?? null) : null
}

/** The form as a save sends it: as text if it has no file to store. */
export function draftBody(form: HTMLFormElement, { stored, refusedFile, lostImage }: Work) {
  const fields = new FormData(form)
  fields.delete('imageRefused')
  fields.delete('withoutImage')
  const file = chosenFile(form)
  if (file && file !== stored?.file && file !== refusedFile) return { body: fields, withoutImage: false }
  fields.delete('image')
  if (file && file === stored?.file) fields.set('imageId', stored.id)
  const isLost = lostImage !== null && fields.get('imageId') === lostImage
  if (isLost) fields.delete('imageId')
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
  return { body, withoutImage: isLost || (file !== null && file === refusedFile) }
}

/** Leaves out a refused image the next time, but sends a file again that was deleted on the server; false without any. */
export function omitImage(
  work: Work,
  { file, body }: { file: File | null; body: FormData | URLSearchParams },
) {
  if (body instanceof FormData) work.refusedFile = file
  else if (file && file === work.stored?.file) work.stored = null
  else if (body.has('imageId')) work.lostImage = body.get('imageId')
  else return false
  return true
}

/** The field with the revision of the draft that the form shows. */
export function baseField(form: HTMLFormElement) {
  return form.elements.namedItem('draftBase') as HTMLInputElement
}

/** The field with the names of the saves that the form may hold. */
export function editorField(form: HTMLFormElement) {
  return form.elements.namedItem('draftEditor') as HTMLInputElement
}

const mostUnanswered = 20

/** Gives a save its name, also in what the browser keeps: a page that restores it may replace no later save. */
export function nameSave(form: HTMLFormElement, keptAs: string) {
  const field = editorField(form)
  // Browsers make ids on secure pages only.
  if (crypto.randomUUID)
    field.value = [crypto.randomUUID(), ...field.value.split(' ').slice(0, mostUnanswered)].join(' ')
  const kept = ownDraft(keptAs)
  const sent = new FormData(form)
  if (kept && KEPT_FIELDS.every((name) => kept[name] === sent.get(name)))
    saveDraft(keptAs, { ...kept, draftEditor: field.value, draftBase: baseField(form).value })
}
