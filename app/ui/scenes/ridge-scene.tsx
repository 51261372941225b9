export type RidgeSubject = 'gate' | 'lanterns' | 'summit'

/** Hills under the moon or the sun, low enough to stand behind a page's heading, with one thing to see among them. */
export function RidgeScene({ subject }: { subject: RidgeSubject }) {
  const orb = ORBS[subject]
  return (
    <svg
      className="banner-scene"
      viewBox="0 0 1440 360"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      <defs>
        <radialGradient id="banner-glow">
          <stop className="glow-in" offset="0.2" />
          <stop className="glow-out" offset="1" />
        </radialGradient>
      </defs>
      <path className="scene-stars" strokeWidth="1.8" d={STARS} />
      <circle {...orb} r={orb.r * 3.8} fill="url(#banner-glow)" />
      <circle {...orb} className="scene-orb" />
      <path className="scene-ridge-1" d={subject === 'summit' ? SUMMIT : FAR} />
      {subject === 'gate' && <Gate />}
      {subject === 'lanterns' && <path className="scene-lamps" d={LAMPS} />}
      <path className="scene-ridge-2" d={NEAR} />
      <path className="scene-ridge-4" d={FRONT} />
      <path className="scene-ground" d={GROUND} />
    </svg>
  )
}

function Gate() {
  return (
    <g className="scene-torii">
      <path d="M1108 236h7l-2 70h-8ZM1149 236h7l3 70h-8ZM1094 250h76v6h-76ZM1128 240h8v12h-8Z" />
      <path d="M1084 222c30 8 66 8 96 0l-4 14c-28 5-60 5-88 0Z" />
    </g>
  )
}

const ORBS = {
  gate: { cx: 1132, cy: 148, r: 66 },
  lanterns: { cx: 1262, cy: 104, r: 44 },
  summit: { cx: 752, cy: 112, r: 40 },
}
const STARS =
  'M720 62h0M806 28h0M872 104h0M951 44h0M1014 138h0M1262 40h0M1331 92h0M1396 30h0M1408 150h0M640 22h0M560 70h0M690 140h0M1290 168h0'
const FAR =
  'M-20 292C60 268 130 262 220 276S380 300 470 284 620 246 700 250 850 282 920 268 1010 214 1064 206 1150 240 1206 246 1330 214 1380 214L1460 224V360H-20Z'
const SUMMIT =
  'M-20 296C60 276 130 270 220 280S380 300 470 286 620 258 690 262 800 282 860 270 960 214 1010 168 1046 132 1066 132 1100 150 1140 190 1230 240 1290 246 1400 222 1460 226V360H-20Z'
const LAMPS = [
  [842, 168, 1],
  [908, 92, 0.7],
  [968, 206, 1.2],
  [1026, 128, 0.85],
  [1094, 58, 0.55],
  [1122, 188, 1.05],
  [1206, 214, 0.8],
  [1338, 176, 1.15],
  [1392, 92, 0.65],
]
  .map(([x, y, scale]) => lamp(x ?? 0, y ?? 0, scale ?? 1))
  .join('')
const NEAR =
  'M-20 318C80 300 170 300 280 312S470 326 580 312 760 288 860 294 1030 318 1130 306 1290 276 1360 280L1460 290V360H-20Z'
const FRONT = 'M-20 342C90 332 200 334 330 342S560 350 700 342 930 330 1060 338 1290 346 1460 330V360H-20Z'
const GROUND = 'M-20 354C120 350 260 356 420 354S760 350 930 355 1240 352 1460 354V362H-20Z'

/** A paper lantern let go into the sky: a barrel and the gap of light under it. */
function lamp(x: number, y: number, scale: number): string {
  const [w, h] = [Math.round(13 * scale), Math.round(17 * scale)]
  return `M${x - w} ${y}q0-${h} ${w}-${h}t${w} ${h}l-${Math.round(w / 3)} ${h}h-${2 * w - 2 * Math.round(w / 3)}Z`
}
