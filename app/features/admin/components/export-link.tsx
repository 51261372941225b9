import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

/** In a list's head: the whole list as a file, which the router must leave to the browser. */
export function ExportLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <ButtonLink to={to} variant="secondary" reloadDocument>
      <Icon name="download" className="size-4" />
      {children}
    </ButtonLink>
  )
}
