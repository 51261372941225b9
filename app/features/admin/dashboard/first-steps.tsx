import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { FirstStep } from '#domain/reporting/first-steps.server.ts'
import { CHALLENGES_PATH } from '../paths.ts'

const STEPS: Record<FirstStep, { to: string; label: string; about: string }> = {
  name: { to: '/admin/settings', label: 'Name your site', about: 'With a tagline.' },
  contact: { to: '/admin/settings', label: 'Say how to reach you', about: 'Members see the address.' },
  look: {
    to: '/admin/settings',
    label: 'Give it your look',
    about: 'A logo and an accent colour of your own.',
  },
  challenge: {
    to: `${CHALLENGES_PATH}/new`,
    label: 'Create the first challenge',
    about: 'This list is gone once one is published.',
  },
  invite: {
    to: '/admin/people/invite',
    label: 'Invite someone to help',
    about: 'As administrator or moderator.',
  },
  mail: {
    to: '/admin/settings/checks',
    label: 'Send mails',
    about: 'The operator sets SMTP_URL on the server; Site Checks sends one.',
  },
}

/** What a new site still lacks, until a challenge is published (ADM-119). */
export function FirstSteps({ steps }: { steps: Record<FirstStep, boolean> }) {
  return (
    <Card as="section" flush aria-labelledby="first-steps">
      <h2 id="first-steps" className="px-6 pt-5.5 pb-4 text-card">
        Set up your site
      </h2>
      <ol className="divide-y divide-line border-line border-t">
        {Object.entries(STEPS).map(([name, { to, label, about }]) => {
          const isDone = steps[name as FirstStep]
          return (
            <li key={name} className="flex items-start gap-3.5 px-6 py-3.75">
              <span
                className={`mt-0.5 grid size-5 flex-none place-items-center rounded-full border ${isDone ? 'border-transparent bg-ink text-page' : 'border-line'}`}
              >
                {isDone && <Icon name="check" className="size-3.5" />}
              </span>
              <span className="min-w-0">
                {isDone ? (
                  <span className="text-muted">
                    {label}
                    <span className="sr-only">: done</span>
                  </span>
                ) : (
                  <>
                    <TextLink to={to} className="font-medium">
                      {label}
                    </TextLink>
                    <span className="block text-small text-muted">{about}</span>
                  </>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
