import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

/** A link to a file download, which the router must not handle. */
export function ExportLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <ButtonLink to={to} variant="secondary" reloadDocument>
      <Icon name="download" className="size-4" />
      {children}
    </ButtonLink>
  )
}
