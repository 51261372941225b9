import { useEffect, useId, useState } from 'react'
import { useHydrated } from '#app/ui/hydrated.ts'
import { describeTime, formatTime, fromNow } from '#app/ui/time-format.ts'

/** A deadline in the visitor's zone. Hover, focus or a tap shows the zone, UTC and how far it is from now. */
export function Deadline({ value }: { value: Date | string }) {
  const zone = useHydrated() ? undefined : 'UTC'
  const { shown, show, hide } = useExplanation()
  const id = useId()
  const moment = new Date(value)
  const description = describeTime(moment, zone)
  return (
    <>
      <button
        type="button"
        aria-describedby={id}
        // Without scripts.
        title={zone && description}
        // Safari does not focus a button that is tapped.
        onClick={({ currentTarget }) => currentTarget.focus()}
        onFocus={show}
        onMouseEnter={show}
        onBlur={hide}
        onMouseLeave={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
        className="min-h-6 cursor-help rounded-xs text-left underline decoration-dotted decoration-1 underline-offset-4"
      >
        <time dateTime={moment.toISOString()}>
          {formatTime(moment, 'datetime', zone)}
          {zone && ' UTC'}
        </time>
      </button>
      <span
        role="tooltip"
        id={id}
        hidden={!shown}
        style={shown?.place}
        className="fixed z-40 w-max max-w-[min(20rem,75vw)] rounded-control border border-edge bg-ground px-3 py-2 text-left text-small font-normal text-ink shadow-lg"
      >
        {description}
        {shown && `, ${fromNow(moment, shown.now)}`}
      </span>
    </>
  )
}

/** When and where the explanation is shown: above its control, also while the page scrolls. */
function useExplanation() {
  const [shown, setShown] = useState<{
    control: HTMLElement
    now: number
    place: React.CSSProperties
  } | null>(null)
  const control = shown?.control
  useEffect(() => {
    if (!control) return
    const move = () => setShown((last) => last && { ...last, place: placeAbove(control) })
    window.addEventListener('scroll', move, { passive: true })
    return () => window.removeEventListener('scroll', move)
  }, [control])
  return {
    shown,
    show({ currentTarget }: React.SyntheticEvent<HTMLElement>) {
      setShown({ control: currentTarget, now: Date.now(), place: placeAbove(currentTarget) })
    },
    hide: () => setShown(null),
  }
}

function placeAbove(control: HTMLElement): React.CSSProperties {
  const { left, top } = control.getBoundingClientRect()
  return {
    left: `min(${left}px, calc(100vw - min(20rem, 75vw) - 0.75rem))`,
    top: top - 8,
    translate: '0 -100%',
  }
}
