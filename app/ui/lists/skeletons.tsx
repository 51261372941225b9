import { CardGrid } from '../card.tsx'

export function Skeleton({ className = 'h-4 w-full', square }: { className?: string; square?: boolean }) {
  return (
    <div
      className={`animate-breathe bg-ink/9 ${square ? '' : 'rounded-lg'} ${className}`}
      aria-hidden="true"
    />
  )
}

export function CardSkeletons({ count, label = 'Loading' }: { count: number; label?: string }) {
  return (
    <CardGrid role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, position) => `card-${position}`).map((key) => (
        <div key={key}>
          <Skeleton square className="aspect-video rounded-card" />
          <div className="grid gap-3 pt-4">
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-6 w-4/5" />
            <Skeleton />
          </div>
        </div>
      ))}
    </CardGrid>
  )
}
