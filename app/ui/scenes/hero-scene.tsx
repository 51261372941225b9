import { HeroTorii } from './hero-torii.tsx'

/** Moon by night, red sun by day, behind ridges and a torii. Its colours are those of the theme (scene.css). */
export function HeroScene() {
  return (
    <svg
      className="hero-scene"
      viewBox="-560 0 2560 620"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <Shades />
      <circle cx="826" cy="232" r="420" fill="url(#hero-glow)" />
      <circle cx="826" cy="232" r="126" fill="url(#hero-orb)" />
      <path className="scene-maria" d={MARIA} />
      <path
        className="scene-birds"
        d="M952 96q10-10 18 0 9-9 18-1M1004 66q8-8 14 0 7-7 14-1M922 62q6-6 11 0 6-6 11-1"
      />
      <path className="scene-cloud" d={CLOUDS} />
      <path fill="url(#hero-far)" d={FAR} />
      <path className="scene-snow" d={SNOW} />
      <path fill="url(#hero-mid)" d={MID} />
      <HeroTorii />
      <path fill="url(#hero-near)" d={NEAR} />
      <path
        className="scene-path"
        d="M808 512h34c-2 22-30 36-26 54 4 14 26 20 34 32h-130c12-13 52-20 64-38 10-16 16-32 24-48Z"
      />
      <path className="scene-ridge-4" d={FRONT} />
      <path className="scene-grass" d={GRASS} />
      <path className="scene-ground" d={GROUND} />
    </svg>
  )
}

function Shades() {
  return (
    <defs>
      <radialGradient id="hero-glow">
        <stop className="glow-in" offset="0.28" />
        <stop className="glow-out" offset="1" />
      </radialGradient>
      <radialGradient id="hero-lantern">
        <stop className="lantern-in" offset="0" />
        <stop className="lantern-out" offset="1" />
      </radialGradient>
      <radialGradient id="hero-orb" cx="0.42" cy="0.36" r="0.75">
        <stop className="orb-in" offset="0" />
        <stop className="orb-out" offset="1" />
      </radialGradient>
      {['far', 'mid', 'near'].map((name) => (
        <linearGradient key={name} id={`hero-${name}`} x1="0" y1="0" x2="0" y2="1">
          <stop className={`${name}-top`} offset="0.1" />
          <stop className={`${name}-foot`} offset="0.85" />
        </linearGradient>
      ))}
    </defs>
  )
}

const FAR =
  'M-570 428c22-5 90-30 130-28s73 31 110 40s73 15 110 12s73-32 110-32s70 31 110 32s90-28 130-28s75 20 110 28s68 17 100 18s65-4 90-10s42-16 60-26s35-25 50-36s31-26 42-32s14-1 22-1s13-4 24 1s25 20 40 32s32 29 52 38s43 12 70 14s62-3 90-4s45 3 80 1s98-14 130-15s37 11 60 8s52-13 80-24s62-38 90-40s52 18 80 28s58 31 90 32s67-27 100-26s65 35 100 34s75-41 110-42s65 31 100 34s92-13 110-16V622H-570Z'
const SNOW =
  'M549 391c12-9 22-18 33-25 8-3 15-1 22-1s17-3 24 1c11 7 23 17 34 26-8-2-11 6-18 2s-10 13-17 2-14 6-20-2-11 16-19 3-14 3-20-5-11 4-19-1Z'
const MID =
  'M-570 480c25-4 98-27 150-24s110 36 160 40s90-20 140-18s117 29 160 30s68-14 100-22s60-21 90-24s55-2 90 4s80 28 120 32s70-10 120-6s123 25 180 28s103-3 160-10s137-30 180-34s42 15 80 10s103-38 150-40s85 19 130 28s90 28 140 26s110-34 160-36s95 23 140 24s108-15 130-18V622H-570Z'
const NEAR =
  'M-570 548c28-4 112-26 170-26s120 24 180 24s123-23 180-26s105 4 160 10s108 25 170 26s145-17 200-18s82 13 130 10s120-24 160-30s43-10 80-8s85 15 140 22s125 22 190 20s138-29 200-30s108 24 170 24s125-22 200-22s208 18 250 22V622H-570Z'
const FRONT =
  'M-570 578c32-3 122-16 190-16s147 18 220 18s138-21 220-20s205 25 270 28s58-11 120-10s165 15 250 14s197-17 260-21s60-4 120-1s163 21 240 20s143-23 220-24s162 19 240 20s192-12 230-14V622H-570Z'
const GROUND =
  'M-570 610c62-1 255-4 370-4s237 6 320 6s113-5 180-5s143 8 220 8s163-6 240-6s150 6 220 6s130-7 200-7s133 5 220 5s198-6 300-6s258 3 310 4V622H-570Z'
const CLOUDS =
  'M640 281q100-9 196 0-96 9-196 0ZM690 293q110-7 226 1-112 8-226-1ZM858 187q86-8 190 0-104 8-190 0ZM906 177q50-5 112 0-62 6-112 0ZM748 160q36-4 82 0-46 5-82 0Z'
const MARIA =
  'M772 196c10-18 34-26 46-16 10 9-6 16-8 28-2 14-20 22-32 16-9-5-11-18-6-28ZM846 254c14-8 36-4 40 8 4 14-16 24-34 20-18-3-22-19-6-28ZM862 176c9-4 20 0 20 8s-12 12-20 8-9-12 0-16Z'
const GRASS =
  'M52 566q6-46 26-70M60 566q2-36 12-58M68 566q10-38 34-54M76 568q16-30 38-38M44 566q-4-30-16-48M1316 592q-6-42-24-64M1324 592q0-40 10-66M1308 591q-14-30-34-40M1332 592q10-34 30-46'
