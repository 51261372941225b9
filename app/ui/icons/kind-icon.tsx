import type { Kind } from '#domain/challenges/rules.ts'

const drawings: Record<Kind, string> = {
  image: 'M3.500 5.500h17v13h-17zM3.500 16l5-5 4 4 3-3 5 5M16 9.200v.1',
  text: 'M5 19c6-1 10-5 13.500-14C13 6 8 9.500 6.500 15L5 19Zm2-4.500 5-4.500M11 19.500h8',
  audio: 'M4 10v4M8 6.500v11M12 9v6M16 4.500v15M20 9.500v5',
  video: 'M3.500 6.500h12v11h-12zM15.500 10.500l5-3v9l-5-3',
  code: 'm8.500 7-5 5 5 5M15.500 7l5 5-5 5M13.500 5l-3 14',
  special:
    'm12 3.500 2.300 6.200 6.200 2.300-6.200 2.300L12 20.500l-2.300-6.200L3.500 12l6.200-2.300L12 3.500Z',
}

/** The kind of work a challenge asks for, as a small drawing; its name stands beside it. */
export function KindIcon({ kind, className = 'size-5' }: { kind: Kind; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[kind]} />
    </svg>
  )
}
