import { rankClass } from '#app/parts/rank.tsx'

export function NewBelt({ rank }: { rank: string }) {
  return (
    <div
      className={`relative h-[min(15rem,34vw)] min-h-40 overflow-hidden ${rankClass(rank)}`}
      aria-hidden="true"
    >
      <Half side="left" />
      <Half side="right" />
      <svg
        viewBox="0 0 280 260"
        aria-hidden="true"
        className="belt-knot absolute left-1/2 h-full -translate-x-1/2 overflow-visible"
      >
        <defs>
          <linearGradient id="knot" x2="0" y2="1">
            <stop className="belt-light" />
            <stop className="belt-dark" offset="1" />
          </linearGradient>
        </defs>
        <path
          className="belt-shade"
          d="M152 128 182 142C196 176 214 202 232 222L188 258C168 228 148 190 136 150Z"
        />
        <path className="belt-end" d="M232 222 188 258l11 14 44-36Z" />
        <path
          className="belt-cloth"
          d="M128 130 158 142C146 184 118 214 84 236L46 202C84 188 108 164 118 132Z"
        />
        <path className="belt-end" d="M84 236 46 202l-12 13 38 34Z" />
        <path
          fill="url(#knot)"
          d="M86 62C90 44 112 36 140 36S190 44 196 62C202 82 210 98 210 116 206 140 190 152 172 156H108C90 152 76 140 72 116 72 98 80 82 86 62Z"
        />
        <path className="belt-fold" d="M84 76C116 112 160 128 208 128M88 60C118 92 162 108 204 96" />
      </svg>
    </div>
  )
}

function Half({ side }: { side: 'left' | 'right' }) {
  const isLeft = side === 'left'
  return (
    <div className={`belt-${side} absolute top-0 h-3/5 w-1/2 ${isLeft ? 'left-0' : 'left-1/2'}`}>
      <svg
        viewBox="0 0 720 140"
        preserveAspectRatio="none"
        aria-hidden="true"
        className={`size-full ${isLeft ? '' : '-scale-x-100'}`}
      >
        <defs>
          <linearGradient id={`belt-${side}`} x2="0" y2="1">
            <stop className="belt-light" />
            <stop className="belt-dark" offset="1" />
          </linearGradient>
        </defs>
        <path className="belt-shadow" d="M0 84C220 122 460 138 722 140V124L0 70Z" />
        <path fill={`url(#belt-${side})`} d="M0 0C220 38 460 58 722 60V130C460 128 220 112 0 74Z" />
        <path
          className="belt-stitch"
          opacity="0.35"
          vectorEffect="non-scaling-stroke"
          d="M0 12C220 50 460 70 722 72M0 26C220 63 460 83 722 84M0 40C220 76 460 96 722 97M0 54C220 90 460 108 722 109M0 66C220 102 460 119 722 120"
        />
      </svg>
    </div>
  )
}

export function OldBelt({ rank }: { rank: string }) {
  return (
    <svg viewBox="0 0 390 130" aria-hidden="true" className={`belt-old h-auto w-full ${rankClass(rank)}`}>
      <path className="belt-shade" d="M344 12 372 2C396 42 384 76 340 92L322 64C352 54 356 34 344 12Z" />
      <path className="belt-cloth" d="M182 58C236 96 280 88 322 64L340 92C282 124 222 122 164 86Z" />
      <path className="belt-shade" d="M36 74C84 34 136 30 182 58L164 86C126 66 92 72 56 102Z" />
      <path className="belt-cloth" d="M18 88 36 74 56 102 38 118Z" />
      <path className="belt-end" d="M8 96 18 88 38 118 26 126Z" />
    </svg>
  )
}
