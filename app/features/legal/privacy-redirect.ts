import { redirect } from 'react-router'

/** The policy’s second address (decision 011). */
export function loader() {
  return redirect('/privacy-policy', 301)
}
