/** The outline of something on its way; `className` gives its size. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />
}

/** Stands in for a grid of cards while they load. */
export function CardSkeletons({ count, label = 'Loading' }: { count: number; label?: string }) {
  return (
    <div role="status" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, position) => `card-${position}`).map((key) => (
        <div key={key} className="card overflow-hidden">
          <Skeleton className="aspect-video rounded-none" />
          <div className="grid gap-3 p-5">
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-6 w-4/5" />
            <Skeleton />
          </div>
        </div>
      ))}
    </div>
  )
}
