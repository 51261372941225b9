import { redirect } from 'react-router'

/** Second path of the policy (decision 001). */
export function loader() {
  return redirect('/privacy-policy', 301)
}
