import { Link } from 'react-router'

interface Props {
  email: string | null
  subject?: string
}

/** Where to write to; leads to the contact page while the organisers have published no address. */
export function Address({ email, subject }: Props) {
  if (!email) return <Link to="/contact">the contact page</Link>
  return <a href={mailto(email, subject)}>{email}</a>
}

export function mailto(email: string, subject?: string): string {
  return `mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
}
