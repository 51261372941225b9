import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import type { DeliveryStatus } from '#domain/webhooks/rules.ts'

const STATES: Record<DeliveryStatus, { tone: BadgeTone; label: string }> = {
  waiting: { tone: 'pending', label: 'Waiting' },
  delivered: { tone: 'approved', label: 'Delivered' },
  given_up: { tone: 'rejected', label: 'Given up' },
  dropped: { tone: 'draft', label: 'Not sent' },
}

export function DeliveryState({ status }: { status: DeliveryStatus }) {
  const { tone, label } = STATES[status]
  return (
    <Badge tone={tone} on="bare">
      {label}
    </Badge>
  )
}

export function SwitchState({ enabled, switchedOffAt }: { enabled: boolean; switchedOffAt: Date | null }) {
  if (switchedOffAt)
    return (
      <Badge tone="rejected" on="bare">
        Off after failures
      </Badge>
    )
  return (
    <Badge tone={enabled ? 'active' : 'draft'} on="bare">
      {enabled ? 'On' : 'Off'}
    </Badge>
  )
}
