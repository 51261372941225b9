interface Props {
  logins: readonly { name: string; note: string }[]
}

/** In the demo: that it is one, and who can be tried out. */
export function DemoLogins({ logins }: Props) {
  return (
    <div className="rounded-control border border-line bg-panel-2 px-4 py-3.5">
      <h3 className="eyebrow font-sans">This is a demo</h3>
      <p className="mt-1.5 text-calm">
        It runs on this machine only and needs no password. Choose one of these on the next page, or come as
        someone new:
      </p>
      <dl className="mt-3 grid gap-1.5 text-calm">
        {logins.map(({ name, note }) => (
          <div key={name}>
            <dt className="inline font-semibold">{name}</dt>
            <dd className="ml-2 inline text-muted">{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
