import { Onward } from '#app/ui/controls/onward.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { mailto } from '../article/address.tsx'
import { TOPICS } from './topics.ts'

/** The organisers' address, and letters with their subject already on them. */
export function WriteTo({ email }: { email: string }) {
  return (
    <div className="card">
      <div className="p-6 sm:p-8">
        <h2 className="eyebrow font-sans">Write to the organisers</h2>
        <p className="mt-2 font-display text-card font-bold wrap-anywhere sm:text-title">
          <a href={mailto(email)} className="text-link">
            {email}
          </a>
        </p>
        <p className="mt-3 text-muted">A person reads it. Give them a few days.</p>
      </div>
      <ul className="rows border-t border-line">
        {TOPICS.map(({ icon, title, text }) => (
          <li key={title} className="contact-topic">
            <Icon name={icon} className="mt-0.5 size-6 text-gold-text" />
            <div>
              <h3 className="font-sans text-body font-semibold">
                <a href={mailto(email, title)} className="card-cover">
                  {title}
                </a>
              </h3>
              <p className="mt-1 text-calm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** As long as nobody has set an address, what can be done without one. */
export function NoAddress() {
  return (
    <div className="card">
      <div className="p-6 sm:p-8">
        <h2 className="text-card">No address has been published yet</h2>
        <p className="mt-3 max-w-140 text-muted">
          The organisers of this dojo have not told the world where to write to. Until they do, ask whoever
          told you about the dojo to pass your message on. Much can be done without them:
        </p>
      </div>
      <ul className="rows border-t border-line">
        {MEANWHILE.map(({ to, label, text }) => (
          <li
            key={to}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-6 py-4 sm:px-8"
          >
            <span>{text}</span>
            <Onward to={to}>{label}</Onward>
          </li>
        ))}
      </ul>
    </div>
  )
}

const MEANWHILE = [
  { to: '/profile/edit', label: 'Edit Profile', text: 'Change your name, your bio or your avatar' },
  { to: '/cookies#your-choice', label: 'Cookie Policy', text: 'Change your mind about cookies' },
  { to: '/privacy-policy', label: 'Privacy Policy', text: 'Read what the dojo keeps about you' },
  { to: '/community', label: 'Community', text: 'Learn how the dojo works' },
]
