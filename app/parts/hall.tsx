import { Sky } from '#app/ui/landscape.tsx'

/** The ground of what is celebrated: a sky, and hills at its lower edge. */
export function Hall({ className = '', children }: { className?: string; children: React.ReactNode }) {
  return (
    <Sky className={`hall ${className}`}>
      {children}
      <svg
        viewBox="0 0 1440 200"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 -z-1 h-44 w-full sm:h-56"
      >
        <path
          className="fill-[light-dark(#ecd6b2,#222d42)]"
          d="M0 54C90 24 180 20 290 44S470 76 580 60 760 16 870 24 1030 66 1130 56 1290 12 1440 26V200H0Z"
        />
        <path
          className="fill-[light-dark(#e3c89d,#192233)]"
          d="M0 108C120 78 220 84 340 100S560 132 700 116 920 84 1050 96 1290 128 1440 104V200H0Z"
        />
        <path
          className="fill-ground"
          d="M0 176C160 160 300 182 470 178S790 160 960 172 1260 188 1440 170V200H0Z"
        />
      </svg>
    </Sky>
  )
}

export function HallLight() {
  return <span className="hall-light" aria-hidden="true" />
}

/** Paper lanterns that rise once and then rest, before the light; none where motion is reduced. */
export function Lanterns() {
  return (
    <div className="pointer-events-none absolute inset-0 -z-1 motion-reduce:hidden" aria-hidden="true">
      {POSITIONS.map((position) => (
        <svg key={position} viewBox="0 0 64 64" aria-hidden="true" className={`lantern absolute ${position}`}>
          <circle
            className="fill-[light-dark(rgb(217_67_31/0.14),rgb(255_190_110/0.16))]"
            cx="32"
            cy="32"
            r="32"
          />
          <rect className="fill-[light-dark(#3d2417,#2a1710)]" x="26" y="13" width="12" height="4" rx="1" />
          <rect className="fill-[light-dark(#3d2417,#2a1710)]" x="26" y="47" width="12" height="4" rx="1" />
          <path
            className={
              position.includes('size-12')
                ? 'fill-[light-dark(#d98a1c,#f0b24a)]'
                : 'fill-[light-dark(#d9431f,#f07b3f)]'
            }
            d="M26 17h12c7 4 8 9 8 15s-1 11-8 15H26c-7-4-8-9-8-15s1-11 8-15Z"
          />
          <ellipse className="fill-[#ffe3a3]" cx="32" cy="33" rx="6" ry="9" opacity="0.75" />
        </svg>
      ))}
    </div>
  )
}

const POSITIONS = [
  'top-[22%] left-[1%] size-16 sm:top-[19%] sm:left-[23%]',
  'top-[14%] right-[2%] size-12 sm:top-[15%] sm:right-[27%]',
  'top-[40%] right-[-3%] size-16 sm:top-[21%] sm:right-[16%]',
  'top-[50%] left-[-2%] size-12 sm:top-[35%] sm:left-[30%]',
  'top-[60%] right-[3%] size-12 sm:top-[27%] sm:right-[33%]',
  'top-[66%] left-[6%] size-14 sm:top-[25%] sm:left-[12%]',
]
