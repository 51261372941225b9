import { Fragment, useId, useState } from 'react'
import { FileField } from '#app/parts/fields/file-field.tsx'
import { Chip } from '#app/ui/badge.tsx'
import { Checkbox, lineLimit, TextArea, TextField, textLimit } from '#app/ui/fields/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { recommendedTools } from '#domain/challenges/guidance.ts'
import { type Kind, needsContentUrl } from '#domain/challenges/rules.ts'
import { linkedContent } from '#domain/media/embeds.ts'
import { imageUrl, previewUrl } from '#domain/media/sources.ts'
import { descriptionLabel, linkLabel } from '#domain/submissions/field-labels.ts'
import { SUBMISSION_LIMITS } from '#domain/submissions/rules.ts'
import { splitTools, suggestedTools } from '#domain/submissions/tools.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { singleLine } from '#platform/text/text.ts'
import { Player } from '../player.tsx'
import { useDeadLink } from './link-check.ts'
import type { SubmissionRefusal, SubmissionValues } from './submission-values.ts'

const COUNTERS = {
  title: lineLimit(SUBMISSION_LIMITS.title),
  description: textLimit(SUBMISSION_LIMITS.description),
  creationProcess: textLimit(SUBMISSION_LIMITS.creationProcess),
  prompt: textLimit(SUBMISSION_LIMITS.prompt),
  contentUrl: lineLimit(SUBMISSION_LIMITS.contentUrl),
  imageAlt: lineLimit(SUBMISSION_LIMITS.imageAlt),
  aiTools: {
    limit: SUBMISSION_LIMITS.tools,
    count: (text: string) => splitTools(singleLine(text)).length,
    unit: 'tools',
  },
}

type FieldName = keyof SubmissionRefusal['errors']

const ORDER = [
  'title',
  'description',
  'image',
  'imageAlt',
  'creationProcess',
  'prompt',
  'aiTools',
  'contentUrl',
  'termsAccepted',
] as const satisfies readonly FieldName[]

/** The field that holds the work itself. */
const LEADS: Record<Kind, FieldName> = {
  image: 'image',
  text: 'description',
  audio: 'contentUrl',
  video: 'contentUrl',
  code: 'image',
  special: 'contentUrl',
}

const DESCRIPTION_HINTS: Partial<Record<Kind, string>> = {
  text: 'Line breaks stay as you set them.',
  code: 'Put ``` on a line before and after your code to show it as a block.',
}

/** All fields, the work first. */
export function fieldOrder(kind: Kind): readonly FieldName[] {
  const lead = LEADS[kind]
  return [lead, ...ORDER.filter((name) => name !== lead)]
}

export function fieldId(name: FieldName): string {
  return `entry-${name}`
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
  const isTextWork = kind === 'text'
  const text = (name: 'title' | 'description' | 'imageAlt' | 'creationProcess' | 'prompt') => ({
    id: fieldId(name),
    name,
    defaultValue: values[name],
    error: errors[name],
    counter: COUNTERS[name],
  })
  const fields: Record<FieldName, React.ReactNode> = {
    title: <TextField {...text('title')} label="Title" required />,
    description: (
      <TextArea
        {...text('description')}
        label={descriptionLabel(kind)}
        required
        rows={isTextWork ? 14 : 5}
        hint={DESCRIPTION_HINTS[kind]}
      />
    ),
    image: children,
    imageAlt: (
      <TextField
        {...text('imageAlt')}
        label="Image Description"
        hint="Describe it for people who can’t see it."
      />
    ),
    creationProcess: (
      <TextArea
        {...text('creationProcess')}
        label="Creation Process"
        hint="How you made it: steps, and what you changed by hand."
      />
    ),
    prompt: <TextArea {...text('prompt')} label="Prompt" hint="Shown with your work, to copy." />,
    aiTools: <ToolsField kind={kind} known={knownTools} value={values.aiTools} error={errors.aiTools} />,
    contentUrl: <LinkField kind={kind} value={values.contentUrl} error={errors.contentUrl} />,
    termsAccepted: (
      <Checkbox
        id={fieldId('termsAccepted')}
        name="termsAccepted"
        required
        label="I confirm this is my original work created with AI tools"
        defaultChecked={values.termsAccepted === 'on'}
        error={errors.termsAccepted}
      />
    ),
  }
  return (
    <div className="grid grid-cols-1 gap-6 max-lg:mt-5">
      {fieldOrder(kind).map((name) => (
        <Fragment key={name}>{fields[name]}</Fragment>
      ))}
    </div>
  )
}

interface LinkFieldProps {
  kind: Kind
  value: string
  error?: string
}

/** Shows the player of a link and points out one that does not answer, once the field is left or a link is pasted. */
function LinkField({ kind, value, error }: LinkFieldProps) {
  const [left, setLeft] = useState(value)
  const isDead = useDeadLink(left)
  return (
    <div>
      <TextField
        id={fieldId('contentUrl')}
        label={linkLabel(kind)}
        name="contentUrl"
        type="url"
        inputMode="url"
        placeholder="https://"
        required={needsContentUrl(kind)}
        defaultValue={value}
        error={error}
        counter={COUNTERS.contentUrl}
        hint={LINK_HINTS[kind]}
        onBlur={(event) => setLeft(event.currentTarget.value)}
        onInput={({ currentTarget, nativeEvent }) => {
          if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') setLeft(currentTarget.value)
        }}
      />
      <p role="status" className="mt-1.5 text-small text-bad empty:hidden">
        {isDead && 'This link did not answer. Check that it is correct and public.'}
      </p>
      {(kind === 'audio' || kind === 'video') && <LinkPreview kind={kind} link={left} />}
    </div>
  )
}

const PREVIEW_PLACES = { audio: 'min-h-60', video: 'min-h-106' } as const

/** As high with a player as without: the fields below do not move. */
function LinkPreview({ kind, link }: { kind: keyof typeof PREVIEW_PLACES; link: string }) {
  const content = linkedContent(link)
  const noun = kind === 'audio' ? 'song' : 'video'
  return (
    <div className={`mt-4 grid ${PREVIEW_PLACES[kind]}`}>
      {content?.embed || content?.file ? (
        <div className="flex flex-col justify-center rounded-card border border-line bg-panel p-4">
          <div className="mx-auto w-full max-w-120">
            <Player key={content.link} kind={kind} title={`Your ${noun}`} {...content} />
          </div>
        </div>
      ) : (
        <div className="grid place-content-center justify-items-center gap-2 rounded-card border-[1.5px] border-edge border-dashed p-6 text-center">
          <Icon name="play" className="size-8 text-muted" />
          <p className="text-small text-muted">
            {content
              ? `This ${noun} opens in a new tab: only YouTube, Vimeo, SoundCloud, Suno and media files play here.`
              : `Your ${noun} plays here once its link is in.`}
          </p>
        </div>
      )}
    </div>
  )
}

const LINK_HINTS: Partial<Record<Kind, string>> = {
  audio: 'Use the full song page address, not a shortened share link.',
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
        id={fieldId('aiTools')}
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

interface ImageFieldsProps {
  kind: Kind
  /** The submission's image, or one stored by an earlier attempt. */
  image: SubmissionRefusal['image']
  error?: string
  refused: boolean
  demanded: boolean
  onChoose: () => void
}

/** Chooses, keeps or removes the image. Keyed by the image's id, so that a stored file is not sent again. */
export function ImageFields({ kind, image, error, refused, demanded, onChoose }: ImageFieldsProps) {
  const [chosen, setChosen] = useState(false)
  return (
    <div>
      <FileField
        id={fieldId('image')}
        name="image"
        label={kind === 'audio' || kind === 'video' ? 'Cover Image' : 'Image'}
        purpose="submission"
        large={LEADS[kind] === 'image'}
        error={error}
        refused={refused}
        demanded={demanded}
        currentUrl={image && largeUrl(image)}
        current={image}
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

function largeUrl({ id, widths }: NonNullable<SubmissionRefusal['image']>): string {
  const width = widths?.find((stored) => stored >= 960) ?? widths?.at(-1)
  return width ? imageUrl(id, width) : previewUrl(id)
}
