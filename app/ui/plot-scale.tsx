import { formatNumber } from './number.tsx'

/** Space above the highest line and height of the field, in pixels, to match the labels of the axis. */
export const PLOT = { above: 8, height: 208 } as const

interface Props {
  /** Labels of the axis, highest first. */
  axis: readonly number[]
  children: React.ReactNode
}

/** A plot with the labels of its vertical axis, each in the middle of its line. */
export function PlotScale({ axis, children }: Props) {
  return (
    <div className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-3">
      {/* From half a line above the highest line to half a line below the lowest one, at any text size. */}
      <ol
        className="mt-[calc(8px-0.5rem)] flex h-[calc(208px+1rem)] flex-col justify-between text-right text-small leading-4 text-muted tabular-nums"
        aria-hidden="true"
      >
        {axis.map((tick) => (
          <li key={tick}>{formatNumber(tick)}</li>
        ))}
      </ol>
      <div className="relative mr-1.5 has-focus-visible:rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-6 has-focus-visible:outline-focus">
        {children}
      </div>
    </div>
  )
}

/** The lines of the labels, for the SVG. */
export function PlotLines({ axis }: Pick<Props, 'axis'>) {
  return axis.map((tick) => {
    const y = PLOT.above + PLOT.height * (1 - tick / (axis[0] ?? 1))
    return (
      <line
        key={tick}
        x1="0"
        x2="100%"
        y1={y}
        y2={y}
        className={`forced-colors:stroke-[GrayText] ${tick === 0 ? 'stroke-edge' : 'stroke-line'}`}
      />
    )
  })
}
