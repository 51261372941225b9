import { LineDrawing } from './icon.tsx'

const drawings = {
  image: 'M3.5 5.5h17v13h-17zM3.5 16l5-5 4 4 3-3 5 5M16 9.2v.1',
  text: 'M5 19c6-1 10-5 13.5-14C13 6 8 9.5 6.5 15L5 19Zm2-4.5 5-4.5M11 19.5h8',
  audio: 'M4 10v4M8 6.5v11M12 9v6M16 4.5v15M20 9.5v5',
  video: 'M3.5 6.5h12v11h-12zM15.5 10.5l5-3v9l-5-3',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5M13.5 5l-3 14',
  special: 'm12 3.5 2.3 6.2 6.2 2.3-6.2 2.3L12 20.5l-2.3-6.2L3.5 12l6.2-2.3L12 3.5Z',
}

/** The decorative icon of a kind of work. */
export function KindIcon({ kind, className }: { kind: keyof typeof drawings; className?: string }) {
  return <LineDrawing path={drawings[kind]} className={className} />
}
