const RING =
  'M26.4 7.9c3.1 2.2 4.6 6.7 3.9 10.3-.7 3.9-2.9 7.4-6.2 9.6-2.3 1.5-4.9 2.4-7.7 2.5-11.7.3-17.9-14.2-10.1-22.7 4.4-4.7 12.8-4.1 12.2-3-.2.3-.5.4-.8.4-1 .2-2.1 0-3.1.1-4 .6-7.5 4.1-8.8 7.7-2.4 6.8 2.7 13.4 9.6 13.9 7.8.6 11.9-5.9 10.7-13.1-.2-1.3-1.5-3.5-1.4-4.4.1-1 .9-1.4 1.7-1.3Z'

const strokes = {
  arrow: 'M4 12h15m-6-6 6 6-6 6',
  home: 'M4 11.5 12 4l8 7.5V20h-5.5v-5.5h-5V20H4z',
  ballot: 'M4 13h16v7H4zM7.5 13V4h9v9M9.8 8.3l1.8 1.8 3-3.4',
  gate: 'M3 5.5c6 1.6 12 1.6 18 0M5 10.5h14M7.5 6.5V20m9-13.5V20',
  back: 'M20 12H5m6-6-6 6 6 6',
  down: 'm6 9.5 6 6 6-6',
  up: 'm6 14.5 6-6 6 6',
  left: 'm14.5 6-6 6 6 6',
  right: 'm9.5 6 6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h10',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v2m0 15v2m9.5-9.5h-2m-15 0h-2m16.2-6.7-1.4 1.4M6.7 17.3l-1.4 1.4m13.4 0-1.4-1.4M6.7 6.7 5.3 5.3',
  moon: 'M20 14.2A8.2 8.2 0 0 1 9.8 4 8.2 8.2 0 1 0 20 14.2Z',
  system: 'M4 5h16v11H4zM9 20h6m-3-4v4',
  external: 'M14 5h5v5m0-5-8 8M18 14v5H5V6h5',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5 4 4',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  upload: 'M12 16V5m-5 5 5-5 5 5M4 19h16',
  download: 'M12 5v11m-5-5 5 5 5-5M4 19.5h16',
  warning: 'M12 4 2.8 19.5h18.4L12 4Zm0 6v4.5m0 2.6v.2',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7v5l3.5 2',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5a6.5 6.5 0 0 1 13 0M16 5a3.3 3.3 0 0 1 0 6.3m2 2.4a6.4 6.4 0 0 1 3.5 5.8',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  edit: 'M4 20h4L19.5 8.5a2.8 2.8 0 0 0-4-4L4 16v4Zm9.5-13.5 4 4',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5h4',
  comment: 'M4 5.5h16v11H11l-4.5 4v-4H4z',
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  share: 'M12 15V4m-4 4 4-4 4 4M6 11H4.5v9h15v-9H18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  expand: 'M4 9V4h5M20 9V4h-5M4 15v5h5m11-5v5h-5',
  star: 'm12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8L12 3.8Z',
  grid: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.9 7.5 7 9 4.1-1.5 7-4.8 7-9V6l-7-2.5Zm-3 8.3 2.2 2.2 4-4.2',
  list: 'M4 6h16M4 12h16M4 18h16',
} as const

export type IconName = keyof typeof strokes

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <LineDrawing path={strokes[name]} className={className} />
}

/** Has the color of the text, and a fixed size in case styles fail to load. */
function LineDrawing({ path, className = 'size-5' }: { path: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" className={`shrink-0 ${className}`} aria-hidden="true">
      <path className="fill-go" d={RING} />
      <path
        className="fill-ink"
        d="M8.6 13h14.8c.7 0 1.1.6.9 1.2-.9 3.4-3.6 5-8.3 5s-7.4-1.6-8.3-5c-.2-.6.2-1.2.9-1.2Z"
      />
      <path
        className="fill-ground"
        d="M11 15.4c1.5-.6 2.9-.4 4 .6-1.2.9-2.9.7-4-.6Zm10 0c-1.5-.6-2.9-.4-4 .6 1.2.9 2.9.7 4-.6Z"
      />
    </svg>
  )
}

const kinds = {
  image: 'M3.5 5.5h17v13h-17zM3.5 16l5-5 4 4 3-3 5 5M16 9.2v.1',
  text: 'M5 19c6-1 10-5 13.5-14C13 6 8 9.5 6.5 15L5 19Zm2-4.5 5-4.5M11 19.5h8',
  audio: 'M4 10v4M8 6.5v11M12 9v6M16 4.5v15M20 9.5v5',
  video: 'M3.5 6.5h12v11h-12zM15.5 10.5l5-3v9l-5-3',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5M13.5 5l-3 14',
  special: 'm12 3.5 2.3 6.2 6.2 2.3-6.2 2.3L12 20.5l-2.3-6.2L3.5 12l6.2-2.3L12 3.5Z',
}

export function KindIcon({ kind, className }: { kind: keyof typeof kinds; className?: string }) {
  return <LineDrawing path={kinds[kind]} className={className} />
}
