/** Three scrolls on a board, tied in the colour of their category (resources.css). */
export function Shelf({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 208 120" className={className} aria-hidden="true">
      <path className="shelf-board" d="M0 100h208v9H0z" />
      <path className="shelf-edge" d="M0 109h208v4H0z" />
      <Scroll x={16} y={66} />
      <Scroll x={106} y={66} />
      <Scroll x={61} y={32} />
    </svg>
  )
}

function Scroll({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className="shelf-paper" d="M17 0h52a17 17 0 0 1 0 34H17Z" />
      <circle className="shelf-paper" cx="17" cy="17" r="17" />
      <path className="shelf-band" d="M44 0h11v34H44z" />
      <path className="shelf-curl" d="M17 17a4 4 0 0 1 5 4c0 5-6 7-10 5-6-3-7-11-2-15 6-5 15-2 17 5" />
    </g>
  )
}
