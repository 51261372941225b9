import { formatNumber } from '#app/ui/lists/number-text.tsx'

/** The numbers beside a plot, and the plot. */
export function PlotScale({ axis, children }: { axis: number[]; children: React.ReactNode }) {
  return (
    <div className="plot-frame">
      <ol className="plot-scale figures" aria-hidden="true">
        {axis.map((tick) => (
          <li key={tick}>{formatNumber(tick)}</li>
        ))}
      </ol>
      <div className="plot-field">{children}</div>
    </div>
  )
}
