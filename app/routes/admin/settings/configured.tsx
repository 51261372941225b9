import type { Setting } from './configured.server.ts'

/** The operator's configuration, to be read. */
export function Configured({ settings }: { settings: Setting[] }) {
  return (
    <section className="card mt-6" aria-labelledby="configured">
      <div className="px-6 pt-6 pb-4 sm:px-8">
        <h2 id="configured" className="text-card">
          What the operator has set
        </h2>
        <p className="mt-1.5 text-calm text-muted">
          These come from the server's configuration, and change with it at the next start.
        </p>
      </div>
      <dl>
        {settings.map(({ label, value, name }) => (
          <div
            key={label}
            className="grid gap-x-6 gap-y-0.5 border-line border-t px-6 py-3.5 items-baseline sm:grid-cols-[16rem_minmax(0,1fr)_auto] sm:px-8"
          >
            <dt className="text-muted max-sm:text-small">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
            <dd className="text-small text-muted">
              <code>{name}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
