import { createContext, useContext } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { maintenanceReasonOf } from '#app/forms/refusals.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { LostScene } from '#app/ui/illustrations/lost-scene.tsx'

export const RequestIdContext = createContext<string | undefined>(undefined)

export interface ErrorViewProps {
  status: number
  heading?: string
  message?: string
}

/** An error as a whole page, with a link. A server error offers Retry. */
export function ErrorView({ status, heading, message }: ErrorViewProps) {
  const { pathname, search } = useLocation()
  const error = useRouteError()
  const maintenance = maintenanceReasonOf(error)
  if (status === 403) return <AccessDenied />
  const words = maintenance ?? errorTexts(status)
  return (
    <div className="page flex flex-col items-center py-20 text-center">
      <LostScene />
      <p className="mt-8 eyebrow tabular-nums">{status}</p>
      <h1 className="mt-2 text-page">{heading ?? words.heading}</h1>
      <p className="mt-3 max-w-120 text-lead text-muted">{message ?? words.text}</p>
      {status >= 500 && <Reference />}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {status >= 500 && (
          <ButtonLink to={pathname + search} reloadDocument>
            Retry
          </ButtonLink>
        )}
        <ButtonLink to="/" variant={status >= 500 ? 'secondary' : 'primary'}>
          Return to Home
        </ButtonLink>
        <ButtonLink to="/challenges" variant="secondary">
          See Active Challenges
        </ButtonLink>
      </div>
    </div>
  )
}

export interface NotFoundProps {
  heading: string
  children: React.ReactNode
  link: { to: string; label: string }
}

export function NotFound({ heading, children, link }: NotFoundProps) {
  return (
    <div className="page py-16 sm:py-20">
      <Card flush className="mx-auto flex max-w-160 flex-col items-center px-6 py-12 text-center">
        <LostScene />
        <h1 className="mt-8 text-title">{heading}</h1>
        <p className="mt-3 max-w-110 text-muted">{children}</p>
        <div className="mt-7">
          <ButtonLink to={link.to}>{link.label}</ButtonLink>
        </div>
      </Card>
    </div>
  )
}

/** Shown to members on administrators' pages (AUTH-29). */
export function AccessDenied() {
  return (
    <NotFound heading="Access Denied" link={{ to: '/', label: 'Return to Home' }}>
      You don't have permission to access the admin dashboard. Please contact the site administrator if you
      believe this is an error.
    </NotFound>
  )
}

export function errorTexts(status: number): Words {
  return TEXTS[status] ?? { heading: 'Something went wrong', text: status < 500 ? UNFIT : BROKEN }
}

/** The request id, which the log has too. Absent if the browser rendered the page. */
function Reference() {
  const id = useContext(RequestIdContext) ?? renderedReference()
  if (!id) return null
  return (
    <p className="mt-3 text-small text-muted">
      Reference: <span data-reference={id}>{id}</span>
    </p>
  )
}

function renderedReference(): string | undefined {
  if (typeof document === 'undefined') return undefined
  return document.querySelector<HTMLElement>('[data-reference]')?.dataset.reference
}

interface Words {
  heading: string
  text: string
}

const TEXTS: Partial<Record<number, Words>> = {
  404: {
    heading: 'Page not found',
    text: 'The page you are looking for does not exist, has moved, or is not yours to see.',
  },
  429: { heading: 'Too many attempts', text: 'Please wait a few minutes and try again.' },
  503: { heading: 'The dojo is resting', text: 'It cannot answer at this moment. Please try again shortly.' },
}
const UNFIT = 'This address does not accept this request. Please reload the page and try again.'
const BROKEN = 'The fault is ours and has been noted. Please try again.'
