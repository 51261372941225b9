import { ButtonLink } from '#app/ui/controls/button.tsx'
import { LostScene } from '#app/ui/scenes/lost-scene.tsx'

/** For members who open an administrators' page (entry §2). */
export function AccessDenied() {
  return (
    <div className="page flex flex-col items-center py-20 text-center">
      <LostScene className="w-full max-w-105" />
      <h1 className="mt-8 text-page">Access Denied</h1>
      <p className="mt-3 max-w-140 text-lead text-muted">
        You don't have permission to access the admin dashboard. Please contact the site administrator if you
        believe this is an error.
      </p>
      <ButtonLink to="/" className="mt-8">
        Return to Home
      </ButtonLink>
    </div>
  )
}
