import { formatNumber } from '../number.tsx'

export const plotHeight = 208
const above = 8

interface Props {
  label: string
  /** `y` in pixels from the top, the highest count first. */
  ticks: readonly { count: number; y: number }[]
  /** SVG: horizontally in percent, vertically in pixels from the top. */
  children: React.ReactNode
  from: React.ReactNode
  to: React.ReactNode
}

/** A plot of counts with labelled lines. It stretches with the page, and its texts keep their size. */
export function Plot({ label, ticks, children, from, to }: Props) {
  return (
    <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      {/* From half a line above the highest line to half a line below the lowest one, at any text size. */}
      <ol
        className="mt-[calc(8px-0.5rem)] flex h-[calc(208px+1rem)] flex-col justify-between text-right text-small leading-4 text-muted tabular-nums"
        aria-hidden="true"
      >
        {ticks.map(({ count }) => (
          <li key={count}>{formatNumber(count)}</li>
        ))}
      </ol>
      <div className="mr-1.5">
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={above + plotHeight + 1}
          className="block overflow-visible"
        >
          <svg y={above} width="100%" height={plotHeight} overflow="visible" aria-hidden="true">
            {ticks.map(({ count, y }) => (
              <line
                key={count}
                x2="100%"
                y1={y}
                y2={y}
                className={`forced-colors:stroke-[GrayText] ${count === 0 ? 'stroke-edge' : 'stroke-line'}`}
              />
            ))}
            {children}
          </svg>
        </svg>
        <p className="mt-2 flex justify-between gap-4 text-small text-muted">
          {from}
          {to}
        </p>
      </div>
    </div>
  )
}
