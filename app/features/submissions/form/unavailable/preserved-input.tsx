import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDraft, restoreDraft } from '#app/forms/drafts/draft.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { splitTools } from '#domain/submissions/tools.ts'
import { emptyValues, KEPT_FIELDS, type SubmissionValues } from '../submission-values.ts'

const LABELS = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['creationProcess', 'Creation Process'],
  ['aiTools', 'AI Tools Used'],
  ['contentUrl', 'Content URL'],
  ['imageAlt', 'Image Description'],
] as const

interface Props {
  /** What was sent. */
  sent: SubmissionValues | undefined
  /** The draft, which is shown if nothing was sent. */
  saved?: SubmissionValues | null
  /** The name under which the browser keeps what is not saved. */
  keptAs?: string | null
  /** The content of the member's submission, which is not shown again. */
  submitted?: SubmissionValues | null | undefined
}

/** The input of a form that can no longer be submitted, to copy: what the server has, and what only the browser has. */
export function PreservedInput({ sent, saved, keptAs, submitted }: Props) {
  const { kept, discard } = useKept(keptAs)
  const isNew = kept !== null && ![sent, saved, submitted].some((known) => known && isSameText(kept, known))
  const continuesSaved = isNew && saved?.draftBase === kept.draftBase
  const values = sent ?? (continuesSaved ? null : saved)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1}>
      {values && <Texts values={values}>This was not submitted. You can copy it from here.</Texts>}
      {isNew && (
        <Texts
          values={kept}
          action={
            <Button
              type="button"
              variant="secondary"
              onClick={() => {
                discard()
                place.current?.focus({ preventScroll: true })
              }}
            >
              Discard
            </Button>
          }
        >
          This was not submitted, and only this browser has it. You can copy it from here.
        </Texts>
      )}
    </div>
  )
}

function useKept(name: string | null = null) {
  const [kept, setKept] = useState<SubmissionValues | null>(null)
  const restore = useCallback(() => {
    const texts = name && restoreDraft(name)
    setKept(texts ? { ...emptyValues, ...texts } : null)
  }, [name])
  useEffect(restore, [restore])
  function discard() {
    if (name) dropDraft(name)
    // Another tab may have left one too.
    restore()
  }
  return { kept, discard }
}

/** Apart from what is not submitted as it was typed: spaces, tools named twice, and the description of no image. */
function isSameText(kept: SubmissionValues, known: SubmissionValues): boolean {
  return KEPT_FIELDS.every((name) => {
    const [one, other] = [compared(name, kept), compared(name, known)]
    return one === other || (name === 'imageAlt' && other === '')
  })
}

function compared(name: keyof SubmissionValues, values: SubmissionValues): string {
  const text = name === 'aiTools' ? `${splitTools(values.aiTools)}` : values[name]
  return text.normalize().replace(/\s/g, '')
}

interface TextsProps {
  values: SubmissionValues
  action?: React.ReactNode
  children: React.ReactNode
}

function Texts({ values, action, children }: TextsProps) {
  const filledFields = LABELS.filter(([name]) => values[name].trim())
  if (filledFields.length === 0) return null
  return (
    <Card as="section" className="mt-6">
      <h2 className="text-card">What you wrote</h2>
      <p className="mt-1 mb-5 text-calm text-muted">{children}</p>
      <div className="grid gap-4">
        {filledFields.map(([name, label]) => (
          <TextArea key={name} label={label} required readOnly rows={2} defaultValue={values[name]} />
        ))}
      </div>
      {action && <div className="mt-5">{action}</div>}
    </Card>
  )
}
