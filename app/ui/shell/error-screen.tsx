import { Link } from 'react-router'
import { LostScene } from '#app/ui/scenes/lost-scene.tsx'

/** A whole page that says what went wrong and where to go on. */
export function ErrorScreen({ status }: { status: number }) {
  const words = status === 404 ? NOT_FOUND : status === 403 ? FORBIDDEN : status === 503 ? BUSY : BROKEN
  return (
    <div className="page flex flex-col items-center py-20 text-center">
      <LostScene />
      <p className="mt-8 eyebrow figures">{status}</p>
      <h1 className="mt-2 text-page">{words.heading}</h1>
      <p className="mt-3 max-w-120 text-lead text-muted">{words.text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Link to="/" className="button button-go">
          Return to Home
        </Link>
        <Link to="/challenges" className="button button-quiet">
          See Active Challenges
        </Link>
      </div>
    </div>
  )
}

const NOT_FOUND = {
  heading: 'This path leads nowhere',
  text: 'The page you are looking for does not exist, has moved, or is not yours to see.',
}
// Only the administrators' screens answer 403: what else is forbidden is not found.
const FORBIDDEN = {
  heading: 'Access Denied',
  text: "You don't have permission to access the admin dashboard. Please contact the site administrator if you believe this is an error.",
}
const BUSY = {
  heading: 'The dojo is resting',
  text: 'It cannot answer at this moment. Please try again shortly.',
}
const BROKEN = {
  heading: 'Something went wrong',
  text: 'The fault is ours and has been noted. Please try again.',
}
