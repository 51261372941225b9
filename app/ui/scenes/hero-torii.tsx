/** The gate, two stone lanterns beside it, and the one who keeps watch on its beam. */
export function HeroTorii() {
  return (
    <g transform="translate(-24 0)">
      <Lantern x={708} />
      <Lantern x={992} />
      <g className="scene-torii">
        <path d="M786 360h17l-5 166h-20ZM897 360h17l8 166h-20Z" />
        <path d="M842 364h16v30h-16ZM750 390h200v14H750Z" />
        <path d="M738 350c62 10 162 10 224 0l-3 12c-60 8-158 8-218 0Z" />
      </g>
      <path className="scene-torii-cap" d="M722 322c66 19 190 19 256 0l-7 24c-62 11-180 11-242 0Z" />
      <path className="scene-torii-foot" d="M778.6 506h19.8l-.6 20h-20ZM901.8 506h19.6l1 20h-20Z" />
      <Watcher />
    </g>
  )
}

function Lantern({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <circle cx="0" cy="498" r="46" fill="url(#hero-lantern)" />
      <path
        className="scene-stone"
        d="M-4 480a4 4 0 0 1 8 0l-1 3c7 2 12 5 15 9l-5 4h-26l-5-4c3-4 8-7 15-9ZM-9 496H9v14H-9ZM-13 510h26l-4 5H-9ZM-4 515h8v24h-8ZM-10 537h20v6h-20Z"
      />
      <path className="scene-lantern" d="M-5 499H5v8H-5Z" />
    </g>
  )
}

function Watcher() {
  return (
    <g className="scene-figure">
      <path d="m874 332 25-31 2 1.6-24 31Z" />
      <path d="M869 338c-3-12 3-20 11-22a8.4 8.4 0 1 1 9 0c8 2 14 9 12 21-9 2-23 3-32 1Z" />
      <path className="scene-scarf" d="M881 316c6 2 10 1 14-1 8 3 14-3 24-2-5 3-7 7-14 8-7 2-18 0-24-5Z" />
      <path className="scene-slit" d="M879.5 307.5h9.5v2.4h-9.5Z" />
    </g>
  )
}
