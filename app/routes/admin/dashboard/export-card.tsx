import { Icon } from '#app/ui/icons/icon.tsx'
import { EXPORTS } from '../places.ts'
import { Panel } from './panel.tsx'

const tables = [
  { href: EXPORTS.challenges, title: 'Challenges', about: 'Dates, status, votes and winners' },
  {
    href: EXPORTS.entries,
    title: 'Entries and results',
    about: 'Authors, votes, places and status of every entry',
  },
  { href: EXPORTS.members, title: "Members' points", about: 'Names, e-mail addresses, ranks and points' },
]

/** What can be taken away as files for spreadsheets. */
export function ExportCard() {
  return (
    <Panel
      id="export"
      title="Export"
      subtitle="Tables for your spreadsheet (CSV), as they are at this moment"
    >
      <ul className="rows">
        {tables.map(({ href, title, about }) => (
          <li key={href}>
            {/* A file, which the router must leave to the browser. */}
            <a href={href} className="export-link">
              <Icon name="download" className="mt-0.5 size-5 text-muted" />
              <span>
                <span className="block font-medium">{title}</span>
                <span className="block text-small text-muted">{about}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
