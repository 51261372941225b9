/** Hills, a far gate and the moon or the sun, low enough to stand behind a page's heading. */
export function RidgeScene() {
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
      <path
        className="scene-stars"
        strokeWidth="1.8"
        d="M720 62h0M806 28h0M872 104h0M951 44h0M1014 138h0M1262 40h0M1331 92h0M1396 30h0M1408 150h0M640 22h0M560 70h0M690 140h0M1290 168h0"
      />
      <circle cx="1132" cy="148" r="250" fill="url(#banner-glow)" />
      <circle className="scene-orb" cx="1132" cy="148" r="66" />
      <path
        className="scene-ridge-1"
        d="M-20 292C60 268 130 262 220 276S380 300 470 284 620 246 700 250 850 282 920 268 1010 214 1064 206 1150 240 1206 246 1330 214 1380 214L1460 224V360H-20Z"
      />
      <Gate />
      <path
        className="scene-ridge-2"
        d="M-20 318C80 300 170 300 280 312S470 326 580 312 760 288 860 294 1030 318 1130 306 1290 276 1360 280L1460 290V360H-20Z"
      />
      <path
        className="scene-ridge-4"
        d="M-20 342C90 332 200 334 330 342S560 350 700 342 930 330 1060 338 1290 346 1460 330V360H-20Z"
      />
      <path
        className="scene-ground"
        d="M-20 354C120 350 260 356 420 354S760 350 930 355 1240 352 1460 354V362H-20Z"
      />
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
