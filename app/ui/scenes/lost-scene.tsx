/** A footbridge that has lost its middle, and someone who had meant to cross it. */
export function LostScene({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 280 280" className={className} aria-hidden="true">
      <clipPath id="lost-frame">
        <circle cx="140" cy="140" r="138" />
      </clipPath>
      <g clipPath="url(#lost-frame)">
        <path className="scene-sky" d="M0 0h280v280H0Z" />
        <circle className="scene-orb" cx="176" cy="94" r="46" />
        <path className="scene-cloud" d="M116 116q46-5 92 0-46 6-92 0ZM150 130q40-4 82 0-42 5-82 0Z" />
        <path
          className="scene-ridge-1"
          d="M0 190c24-18 44-40 66-34 24 6 34 30 60 30 28 0 42-22 70-16 32 6 50 24 84 10v100H0Z"
        />
        <path className="scene-ridge-2" d="M0 232c50-18 100-20 150-8s90 8 130-6v62H0Z" />
        <path
          className="scene-rope"
          d="M84 168q18 22 46 26m78-34q-12 20-36 26M84 184q16 14 36 20m88-28q-8 12-26 20"
        />
        <path className="scene-plank" d="m92 184 8-6m6 14 8-7m7 12 6-8m66-9 6 9m10-17 5 8" />
        <path
          className="scene-ridge-4"
          d="M0 184h84c9 0 12 6 10 15l-16 81H0ZM280 174h-66c-9 0-12 6-10 15l18 91h58Z"
        />
        <path className="scene-plank" d="M84 188v-26m124 16v-24" />
        <g transform="translate(18 98)">
          <path className="scene-figure" d="M24 88c-2-16 1-27 9-30a13 13 0 1 1 13 0c8 3 12 14 10 30Z" />
          <path className="scene-slit" d="M33 44h16v4.5H33z" />
          <path className="scene-band" d="M29 40c-8-1-12-5-19-4 3 5 9 9 19 8Z" />
        </g>
      </g>
    </svg>
  )
}
