/** Formats a JSON log line for a terminal: `12:34:56 warn  the message  key=value`. */
export function humanLine(json: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as Record<string, unknown>
  const clock = String(time).slice(11, 19)
  const details = Object.entries(fields).map(([name, value]) => `  ${name}=${inline(value)}`)
  const stack = (err as { stack?: string } | undefined)?.stack
  return `${clock} ${String(level).padEnd(5)} ${msg ?? ''}${details.join('')}\n${stack ? `${stack}\n` : ''}`
}

function inline(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
