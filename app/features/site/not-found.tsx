import { data } from 'react-router'

/** Matches all other paths, so that the root loader runs and the header shows the signed-in member. */
export function loader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
