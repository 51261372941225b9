import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import type { AuditPage } from '#domain/audit/queries.server.ts'
import { AuditItem } from './audit-item.tsx'

interface Props {
  /** Null if it could not be loaded. */
  trail: AuditPage | null
  /** The entry before which the page begins; null for the newest. */
  before: string | null
  empty: string
  /** The page that begins before an entry, or the newest one. */
  address: (before: string | null) => string
  /** The challenge whose page it is: its entries do not name it again. */
  about?: string
}

/** A page of the audit log, with links to older and to the newest entries. */
export function AuditTrail({ trail, before, empty, address, about }: Props) {
  return (
    <>
      {!trail && <ErrorPanel message="Failed to load the audit log" />}
      {trail?.entries.length === 0 && <EmptyState subject="scroll">{empty}</EmptyState>}
      {trail && trail.entries.length > 0 && (
        <Card as="ol" flush className="divide-y divide-line">
          {trail.entries.map((entry) => (
            <AuditItem key={entry.id} entry={entry} hidesSubject={entry.subjectId === about} />
          ))}
        </Card>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {before && (
          <ButtonLink to={address(null)} variant="secondary">
            Newest
          </ButtonLink>
        )}
        {trail?.older && (
          <ButtonLink to={address(trail.older)} variant="secondary">
            Older
          </ButtonLink>
        )}
      </div>
    </>
  )
}
