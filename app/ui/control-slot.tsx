import { createContext } from 'react'

export const GoneRowsContext = createContext<ReadonlySet<string>>(new Set())

interface SlotProps {
  outcome: React.ReactNode
  className?: string
  children: React.ReactNode
}

export function ControlSlot({ outcome, className = '', children }: SlotProps) {
  if (outcome === null) return <div className={`flex items-center ${className}`}>{children}</div>
  return (
    <div className="relative">
      <div inert className={`invisible flex items-center ${className}`}>
        {children}
      </div>
      <div className="absolute inset-y-0 left-0 flex min-w-full items-center justify-between gap-2 whitespace-nowrap stacked:right-0 stacked:flex-wrap stacked:whitespace-normal">
        {outcome}
      </div>
    </div>
  )
}
