import { data } from 'react-router'

/** Every address that no other route knows, so that the shell still greets the signed-in member. */
export function loader(): never {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
