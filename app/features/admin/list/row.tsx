import { Link, type LinkProps } from 'react-router'
import { useFallback } from '#app/parts/image.tsx'
import { ControlSlot } from '#app/ui/control-slot.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Time } from '#app/ui/time.tsx'

interface SubjectProps {
  /** '/media/…' without a size. */
  imageUrl: string | null
  fallback: 'challenge' | 'submission'
  title: React.ReactNode
  excerpt: string
}

export function RowSubject({ imageUrl, fallback, title, excerpt }: SubjectProps) {
  return (
    <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
      <RowImage imageUrl={imageUrl} fallback={fallback} />
      <div className="min-w-0 flex-1 basis-24">
        <p dir="auto" className="wrap-anywhere font-semibold">
          {title}
        </p>
        <p dir="auto" className="text-small text-wrap text-muted">
          {excerptText(excerpt)}
        </p>
      </div>
    </div>
  )
}

/** The image, or a drawing if it is missing or cannot be loaded. */
function RowImage({ imageUrl, fallback }: Pick<SubjectProps, 'imageUrl' | 'fallback'>) {
  const { failed, watch, onError } = useFallback(imageUrl ?? undefined)
  const stored = imageUrl && !failed ? imageUrl : null
  return (
    <img
      src={stored ? `${stored}/480.webp` : `/pictures/default-${fallback}.svg`}
      ref={watch}
      onError={onError}
      alt=""
      width={480}
      height={270}
      loading="lazy"
      decoding="async"
      className="aspect-video w-14 shrink-0 rounded-lg bg-panel-2 object-contain"
    />
  )
}

/** The first 50 characters of a text with an ellipsis (ADM-13). Queries return one character more. */
export function excerptText(beginning: string, length = 50): string {
  const characters = [...beginning]
  if (characters.length <= length) return beginning
  return `${characters.slice(0, length).join('').trimEnd()}…`
}

/** A date that wraps before its time of day. */
export function RowTime(props: Pick<React.ComponentProps<typeof Time>, 'value' | 'format'>) {
  return <Time {...props} className="tabular-nums inline-block min-w-21 text-balance" />
}

interface RowActionsProps {
  gone?: string | null
  wrap?: boolean
  children: React.ReactNode
}

/** The actions of a row, in one line where rows are not stacked, or `gone`, what happened to a row that left the list. */
export function RowActions({ gone, wrap, children }: RowActionsProps) {
  return (
    <ControlSlot
      outcome={gone ? <RowOutcome>{gone}</RowOutcome> : null}
      className={`-mx-1.5 stacked:mx-0 stacked:flex-wrap stacked:gap-2 ${wrap ? 'flex-wrap' : ''}`}
    >
      {children}
    </ControlSlot>
  )
}

export function RowOutcome({ children }: { children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-small font-semibold text-muted">
      <Icon name="check" className="size-4" />
      {children}
    </span>
  )
}

const tones = {
  normal: 'hover:bg-ink/7',
  danger: 'text-bad hover:bg-bad/12',
} as const

function actionClass(tone: keyof typeof tones): string {
  return (
    'inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 text-small font-semibold whitespace-nowrap ' +
    `stacked:min-h-9 stacked:border stacked:border-line stacked:px-3 ${tones[tone]}`
  )
}

interface ActionProps {
  /** The accessible name, which includes the text and the subject. */
  label: string
  children: string
}

export function RowLink({ label, danger, ...link }: LinkProps & ActionProps & { danger?: boolean }) {
  const rel = link.target === '_blank' ? 'noopener' : undefined
  return (
    <Link
      rel={rel}
      {...link}
      onClick={once(link.onClick)}
      aria-label={label}
      className={actionClass(danger ? 'danger' : 'normal')}
    />
  )
}

export function RowButton({ label, ...button }: React.ComponentProps<'button'> & ActionProps) {
  return (
    <button
      type="submit"
      {...button}
      onClick={once(button.onClick)}
      aria-label={label}
      className={actionClass('normal')}
    />
  )
}

/** Ignores the second click of a double click, which may meet another control than the first. */
function once<Target>(onClick: ((event: React.MouseEvent<Target>) => void) | undefined) {
  return (event: React.MouseEvent<Target>) => {
    if (event.detail > 1) event.preventDefault()
    else onClick?.(event)
  }
}
