import { Icon } from '#app/ui/icons/icon.tsx'

/** Marks an administrator beside the name; without its word where space is short. No name can contain it. */
export function AdminBadge({ compact = false }: { compact?: boolean }) {
  return (
    <span className={compact ? 'admin-badge admin-badge-compact' : 'admin-badge'} title="Administrator">
      <Icon name="shield" className="size-3.5" />
      <span className={compact ? 'sr-only' : undefined}>Administrator</span>
    </span>
  )
}
