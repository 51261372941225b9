import { useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, FieldError, FieldLabel } from '#app/ui/fields/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import {
  acceptedTypes,
  animationNotice,
  imageRules,
  type Purpose,
  undecidedImageMessage,
} from '#domain/media/rules.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { useChosenFile } from './use-chosen-file.ts'

const DROP_AREA =
  'relative isolate grid scroll-mt-12 content-center justify-items-center gap-1 overflow-hidden text-center text-balance transition-[border-color] duration-160 has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus'

const DASHED = 'rounded-card border-[1.5px] border-dashed p-6'

const STAGE =
  'min-h-40 bg-panel-2 sm:rounded-control phone:-mx-[min(1.25rem,6vw)] phone:-mt-5 phone:has-focus-visible:-outline-offset-3'

const DRAGGED_OVER = 'border-go bg-go/7'

const IDLE = 'cursor-pointer border-edge hover:border-go hover:bg-go/7'

interface Props {
  id?: string
  name: string
  label: string
  purpose: Purpose
  required?: boolean
  autoFocus?: boolean
  demanded?: boolean
  error?: string | null
  /** The server refused an image, and the sender has not decided how to continue. */
  refused?: boolean
  currentUrl?: string | null
  large?: boolean
  current?: Partial<Pick<StoredImage, 'width' | 'height'>> | null
  onChoose?: (file: File | null) => void
}

/**
 * An image to upload, chosen, dropped or pasted, with a preview and checks in the browser. After a refusal the form cannot be
 * sent until another image is chosen or 'Continue without image' is checked (IMG-11).
 */
export function FileField(props: Props) {
  const { name, label, purpose, required, demanded, error, refused, currentUrl, large, onChoose } = props
  const own = useId()
  const id = props.id ?? own
  const input = useRef<HTMLInputElement>(null)
  const choice = useChosenFile(input, purpose, onChoose)
  const needsImage = required === true && !currentUrl
  const isRefused = refused || choice.refusal !== null
  const cannotContinue = (required || demanded) === true && !currentUrl
  const lost = refused && !choice.fileName ? undecidedImageMessage(cannotContinue) : null
  const refusal = error ?? choice.refusal ?? lost
  const problem = choice.continues ? null : refusal
  const shown = choice.previewUrl ?? currentUrl
  const saved = choice.previewUrl ? null : props.current
  const look = large && shown ? STAGE : `${DASHED} ${large ? 'min-h-64' : 'min-h-40 bg-ground'}`

  return (
    <div>
      <div className={large ? 'sr-only' : ''}>
        <FieldLabel as="span" id={`${id}-label`} optional={!required}>
          {label}
        </FieldLabel>
      </div>
      <label className={`${DROP_AREA} ${look} ${choice.over ? DRAGGED_OVER : IDLE}`} {...choice.dropHandlers}>
        <input
          ref={input}
          id={id}
          type="file"
          name={name}
          accept={acceptedTypes.join(',')}
          required={needsImage}
          // biome-ignore lint/a11y/noAutofocus: without scripts, the browser focuses the field to fix
          autoFocus={props.autoFocus}
          className="sr-only noscript:not-sr-only noscript:max-w-full noscript:rounded-control noscript:bg-ground noscript:p-2"
          aria-labelledby={`${id}-label`}
          aria-describedby={problem ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={problem ? true : undefined}
          onChange={choice.onChange}
        />
        {shown ? (
          <Preview
            key={shown}
            src={shown}
            large={large}
            width={saved?.width}
            height={saved?.height}
            onLoad={choice.previewUrl ? keepFocusInView : undefined}
          />
        ) : (
          <Icon name="upload" className="size-8 text-muted" />
        )}
        {large && shown ? (
          <span className="absolute right-3 bottom-3 flex min-h-11 items-center gap-2 rounded-control bg-shade px-4 font-semibold text-on-shade">
            <Icon name="camera" />
            Change
          </span>
        ) : (
          <span className="mt-2 font-semibold">
            {choice.fileName ?? (
              <>
                Choose a picture<span className="pointer-coarse:hidden"> or drop it here</span>
              </>
            )}
          </span>
        )}
        <span id={`${id}-hint`} className={large && shown ? 'sr-only' : 'text-small text-muted'}>
          {needsImage && 'Required. '}JPEG, PNG or WEBP, smaller than{' '}
          {Math.round(imageRules[purpose].limit / 1_048_576)}&nbsp;MB
        </span>
      </label>
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
      {choice.isAnimation && (
        <p role="status" className="mt-2 text-small text-muted">
          {animationNotice}
        </p>
      )}
      {isRefused && <input type="hidden" name="imageRefused" value="on" />}
      {isRefused && !cannotContinue && (
        <Checkbox
          name="withoutImage"
          label={currentUrl ? 'Keep the current image' : 'Continue without image'}
          className="mt-2"
          checked={choice.continues}
          onChange={(event) =>
            choice.continueWithout(event.target.checked, refusal ?? undecidedImageMessage(false))
          }
        />
      )}
      {choice.fileName && (
        <Button type="button" variant="secondary" size="small" className="mt-3" onClick={choice.clear}>
          <Icon name="close" className="size-4" />
          Remove picture
        </Button>
      )}
    </div>
  )
}

interface PreviewProps {
  src: string
  large?: boolean
  width?: number
  height?: number
  onLoad?: React.ReactEventHandler<HTMLImageElement>
}

/** The browser may be unable to show an image that the server accepts. */
function Preview({ src, large, ...rest }: PreviewProps) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Icon name="upload" className="size-8 text-muted" />
  return (
    <>
      {large && <img src={src} alt="" className="absolute -z-1 size-full scale-125 object-cover blur-2xl" />}
      <img
        {...rest}
        src={src}
        alt="What will be sent"
        className={
          large ? 'max-h-100 w-full object-contain' : 'h-48 max-w-full rounded-control object-scale-down'
        }
        onError={() => setBroken(true)}
      />
    </>
  )
}

/** A picture that has just been chosen moves what is below it when it is decoded. */
function keepFocusInView({ currentTarget: picture }: React.SyntheticEvent<HTMLImageElement>) {
  const { activeElement: focused } = document
  if (focused && picture.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING)
    focused.scrollIntoView({ block: 'nearest' })
}
