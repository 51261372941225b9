import { Link } from 'react-router'
import { Icon } from '#app/ui/icons/icon.tsx'
import { PLACES } from './places.ts'
import { DEEDS, MANNERS } from './steps.ts'

export function Deeds() {
  return (
    <dl className="card deeds">
      {DEEDS.map(({ points, deed }) => (
        <div key={deed} className="flex flex-col-reverse justify-end p-6">
          <dt className="text-muted">{deed}</dt>
          <dd className="font-display text-page font-bold figures">+{points}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Places() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {PLACES.map(({ to, icon, title, text }) => (
        <li key={to} className="card card-link flex gap-4 p-5 sm:flex-col sm:p-6">
          <Icon name={icon} className="size-6 text-gold-text" />
          <div>
            <h3 className="text-card">
              <Link to={to} prefetch="intent" className="card-cover">
                {title}
              </Link>
            </h3>
            <p className="mt-1.5 text-calm text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function Manners() {
  return (
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {MANNERS.map(({ title, text }) => (
        <li key={title} className="border-l border-gold pl-6">
          <h3 className="text-card">{title}</h3>
          <p className="mt-2 max-w-120 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
