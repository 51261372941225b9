import { useId, useState } from 'react'
import { FileField } from '#app/parts/fields/file-field.tsx'
import { Chip } from '#app/ui/badge.tsx'
import { Checkbox } from '#app/ui/fields/checkbox.tsx'
import { TextArea, TextField } from '#app/ui/fields/field.tsx'
import { textLimit } from '#app/ui/fields/text-limit.ts'
import { recommendedTools } from '#domain/challenges/guidance.ts'
import { type Kind, needsContentUrl } from '#domain/challenges/rules.ts'
import { previewUrl, type StoredImage } from '#domain/media/sources.ts'
import { SUBMISSION_LIMITS } from '#domain/submissions/rules.ts'
import { splitTools, suggestedTools } from '#domain/submissions/tools.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { characterCount, singleLine } from '#platform/text/text.ts'
import { useDeadLink } from './link-check.ts'
import type { SubmissionRefusal, SubmissionValues } from './submission-values.ts'

const COUNTERS = {
  title: { limit: SUBMISSION_LIMITS.title, count: (text: string) => characterCount(singleLine(text)) },
  description: textLimit(SUBMISSION_LIMITS.description),
  creationProcess: textLimit(SUBMISSION_LIMITS.creationProcess),
  prompt: textLimit(SUBMISSION_LIMITS.prompt),
  contentUrl: {
    limit: SUBMISSION_LIMITS.contentUrl,
    count: (text: string) => characterCount(singleLine(text)),
  },
  imageAlt: { limit: SUBMISSION_LIMITS.imageAlt, count: (text: string) => characterCount(singleLine(text)) },
  aiTools: {
    limit: SUBMISSION_LIMITS.tools,
    count: (text: string) => splitTools(singleLine(text)).length,
    unit: 'tools',
  },
}

interface Props {
  kind: Kind
  knownTools: readonly string[]
  values: SubmissionValues
  errors: SubmissionRefusal['errors']
  children: React.ReactNode
}

/** The form's fields (SUB-5). */
export function SubmissionFields({ kind, knownTools, values, errors, children }: Props) {
  const isLinkRequired = needsContentUrl(kind)
  const link = (
    <LinkField kind={kind} required={isLinkRequired} value={values.contentUrl} error={errors.contentUrl} />
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <TextField
        label="Title"
        name="title"
        required
        defaultValue={values.title}
        error={errors.title}
        counter={COUNTERS.title}
      />
      <TextArea
        label="Description"
        name="description"
        required
        rows={5}
        defaultValue={values.description}
        error={errors.description}
        counter={COUNTERS.description}
      />
      {isLinkRequired && link}
      {children}
      <TextField
        label="Image Description"
        name="imageAlt"
        defaultValue={values.imageAlt}
        error={errors.imageAlt}
        counter={COUNTERS.imageAlt}
        hint="What the image shows, in a sentence, for people who cannot see it. Thank you for taking the time."
      />
      <TextArea
        label="Creation Process"
        name="creationProcess"
        defaultValue={values.creationProcess}
        error={errors.creationProcess}
        counter={COUNTERS.creationProcess}
        hint="How you made it: prompts, steps, what you changed by hand."
      />
      <TextArea
        label="Prompt"
        name="prompt"
        defaultValue={values.prompt}
        error={errors.prompt}
        counter={COUNTERS.prompt}
        hint="Shown with your work, to copy."
      />
      <ToolsField kind={kind} known={knownTools} value={values.aiTools} error={errors.aiTools} />
      {!isLinkRequired && link}
      <Checkbox
        name="termsAccepted"
        required
        label="I confirm this is my original work created with AI tools"
        defaultChecked={values.termsAccepted === 'on'}
        error={errors.termsAccepted}
      />
    </div>
  )
}

interface LinkFieldProps {
  kind: Kind
  required: boolean
  value: string
  error?: string
}

/** Points out a link that does not answer, once the field is left. */
function LinkField({ kind, required, value, error }: LinkFieldProps) {
  const [left, setLeft] = useState(value)
  const isDead = useDeadLink(left)
  return (
    <div>
      <TextField
        label="Content URL"
        name="contentUrl"
        type="url"
        inputMode="url"
        placeholder="https://"
        required={required}
        defaultValue={value}
        error={error}
        counter={COUNTERS.contentUrl}
        hint={linkHint(kind)}
        onBlur={(event) => setLeft(event.currentTarget.value)}
      />
      <p role="status" className="mt-1.5 text-small text-bad empty:hidden">
        {isDead && 'This link did not answer. Check that it is correct and public.'}
      </p>
    </div>
  )
}

interface ToolsFieldProps {
  kind: Kind
  known: readonly string[]
  value: string
  error?: string
}

function ToolsField({ kind, known, value, error }: ToolsFieldProps) {
  const list = useId()
  const [text, setText] = useState(value)
  const tools = splitTools(rawBeginning(text, 'list'))
  return (
    <div>
      <TextField
        label="AI Tools Used"
        name="aiTools"
        required
        defaultValue={value}
        error={error}
        counter={COUNTERS.aiTools}
        list={list}
        onInput={(event) => setText(event.currentTarget.value)}
        hint={`Separate several tools with commas: ${recommendedTools(kind).slice(0, 2).join(', ')}.`}
      />
      <datalist id={list}>
        {suggestedTools(rawBeginning(text, 'list'), known).map(({ name, value }) => (
          <option key={name} value={value} label={name} />
        ))}
      </datalist>
      {tools.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-2">
          {tools.map((tool) => (
            <Chip key={tool}>{tool}</Chip>
          ))}
        </p>
      )}
    </div>
  )
}

function linkHint(kind: Kind): string {
  if (kind === 'audio') {
    return 'Use the full song page address, not a shortened share link. SoundCloud and Suno songs play on your entry’s page.'
  }
  if (kind === 'video') return 'The page of your video. YouTube and Vimeo videos play on your entry’s page.'
  return 'Where your work can be seen or heard, if it is hosted elsewhere.'
}

interface ImageFieldsProps {
  /** The submission's image, or one stored by an earlier attempt. */
  image: Pick<StoredImage, 'id'> | null
  error?: string
  refused: boolean
  demanded: boolean
  onChoose: () => void
}

/** Chooses, keeps or removes the image. Keyed by the image's id, so that a stored file is not sent again. */
export function ImageFields({ image, error, refused, demanded, onChoose }: ImageFieldsProps) {
  const [chosen, setChosen] = useState(false)
  return (
    <div>
      <FileField
        name="image"
        label="Image"
        purpose="submission"
        error={error}
        refused={refused}
        demanded={demanded}
        currentUrl={image && previewUrl(image.id)}
        onChoose={(file) => {
          setChosen(file !== null)
          onChoose()
        }}
      />
      {image && <input type="hidden" name="imageId" value={image.id} />}
      {image && !chosen && <Checkbox className="mt-2" name="removeImage" label="Remove this image" />}
    </div>
  )
}
