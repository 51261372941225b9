import { useId } from 'react'

export type EmptySubject = 'moon' | 'scroll' | 'ninja'

/** A round drawing the size of a stamp for places where there is nothing yet. */
export function EmptyScene({ subject }: { subject: EmptySubject }) {
  const clip = useId()
  return (
    <svg viewBox="0 0 128 128" className="size-32" aria-hidden="true">
      <clipPath id={clip}>
        <circle cx="64" cy="64" r="62" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path className="scene-sky" d="M0 0h128v128H0Z" />
        <circle className="scene-orb" cx="82" cy="48" r="23" />
        <path className="scene-cloud" d="M62 58q22-3 44 0-22 3-44 0ZM76 66q18-2 38 0-20 3-38 0Z" />
        <path
          className="scene-ridge-1"
          d="M0 84c12-12 22-24 32-22 12 2 16 18 28 20 14 2 22-10 36-8 12 2 20 10 32 8v46H0Z"
        />
        <path className="scene-ridge-2" d="M0 100c20-8 38-10 58-3 24 8 46 6 70-5v36H0Z" />
        {subject === 'ninja' && <SittingNinja />}
        {subject === 'scroll' && <Scroll />}
        <path className="scene-ridge-4" d="M0 114c24-6 44-5 66-1 22 4 42 3 62-2v17H0Z" />
      </g>
    </svg>
  )
}

function SittingNinja() {
  return (
    <g>
      <path className="scene-figure" d="M28 114c-3-14 2-24 11-27a14 14 0 1 1 14 0c10 3 15 13 12 27Z" />
      <path className="scene-slit" d="M37 73h19v5H37z" />
      <path className="scene-band" d="M58 70c8-1 12-5 19-4-3 5-9 9-19 8Z" />
    </g>
  )
}

function Scroll() {
  return (
    <g>
      <path className="scene-paper" d="M36 62h48v46H36z" />
      <path className="scene-wood" d="M31 56h58v7H31zM31 106h58v7H31z" />
      <path className="scene-stroke" d="M47 75h26M47 84h26M47 93h14" />
    </g>
  )
}
