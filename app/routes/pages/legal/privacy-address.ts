import { redirect } from 'react-router'

/** The page's other address (decision 011). */
export function loader() {
  return redirect('/privacy-policy', 301)
}
