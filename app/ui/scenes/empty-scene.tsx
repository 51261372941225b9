export type EmptySubject = 'moon' | 'scroll' | 'ninja'

/** A drawing the size of a stamp for places where there is nothing yet. */
export function EmptyScene({ subject }: { subject: EmptySubject }) {
  return (
    <svg viewBox="0 0 160 104" className="h-26 w-40" aria-hidden="true">
      <circle className="scene-orb" cx="112" cy="34" r="22" />
      <path className="scene-ridge-1" d="M0 78c18-16 34-18 52-6 16 10 28 4 44-6 22-13 42-6 64 10v28H0Z" />
      <path className="scene-ridge-2" d="M0 92c26-10 48-8 76-2 30 6 54 2 84-8v22H0Z" />
      {subject === 'ninja' && <SittingNinja />}
      {subject === 'scroll' && <Scroll />}
    </svg>
  )
}

function SittingNinja() {
  return (
    <g>
      <path className="scene-figure" d="M44 88c-2-9 2-17 10-19a9.5 9.5 0 1 1 9 0c8 2 12 10 10 19Z" />
      <path className="scene-slit" d="M52 58.5h13v3.6H52z" />
      <path className="scene-band" d="M66 55c6-1 9-4 13-3-2 3-4 6-12 6Z" />
    </g>
  )
}

function Scroll() {
  return (
    <g>
      <path className="scene-paper" d="M38 50h40v34H38z" />
      <path className="scene-wood" d="M34 46h48v6H34zM34 82h48v6H34z" />
      <path className="scene-stroke" d="M47 61h22M47 68h22M47 75h12" />
    </g>
  )
}
