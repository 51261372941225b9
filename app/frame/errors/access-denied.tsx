import { NotFound } from './not-found.tsx'

/** Shown to members on administrators' pages (AUTH-29). */
export function AccessDenied() {
  return (
    <NotFound heading="Access Denied" link={{ to: '/', label: 'Return to Home' }}>
      You don't have permission to access the admin dashboard. Please contact the site administrator if you
      believe this is an error.
    </NotFound>
  )
}
