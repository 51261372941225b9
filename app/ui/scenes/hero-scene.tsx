import { HeroTorii } from './hero-torii.tsx'

/** Moon by night, red sun by day, behind ridges and a torii. Its colours are those of the theme (scene.css). */
export function HeroScene() {
  return (
    <svg
      className="hero-scene"
      viewBox="0 0 1440 620"
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
  'M-20 462C-7 458 35 446 60 440S107 425 130 424S175 430 200 436S255 456 280 462S327 470 350 470S398 467 420 462S462 449 480 440S516 418 530 408S553 387 562 380S577 369 582 366S588 363 592 363S600 365 604 365S612 362 616 362S623 363 628 366S639 373 648 380S670 400 684 410S715 431 734 440S776 450 800 450S853 444 880 447S935 446 960 445S1008 442 1030 440S1070 434 1090 432S1130 441 1150 440S1190 432 1210 424S1252 400 1270 392S1303 377 1320 376S1353 382 1370 388S1405 405 1420 410S1453 418 1460 420V620H-20Z'
const SNOW =
  'M549 391C555 386 577 369 582 366S588 363 592 363S600 365 604 365S612 362 616 362S623 363 628 366S655 386 662 392C654 390 651 398 644 394S634 407 627 396S613 402 607 394S596 410 588 397S574 400 568 392S557 396 549 391Z'
const MID =
  'M-20 500C-5 501 42 509 70 506S123 491 150 484S203 465 230 462S283 461 310 466S363 484 390 490S442 500 470 500S530 491 560 492S620 501 650 506S710 518 740 520S800 520 830 518S890 513 920 508S982 493 1010 488S1065 476 1090 476S1137 487 1160 486S1205 477 1230 470S1283 448 1310 446S1365 452 1390 458S1448 476 1460 480V620H-20Z'
const NEAR =
  'M-20 520C-3 521 47 520 80 524S145 541 180 546S253 556 290 556S365 547 400 544S467 537 500 538S567 548 600 548S670 541 700 536S755 522 780 518S827 511 850 510S895 510 920 514S970 528 1000 532S1067 537 1100 540S1167 552 1200 552S1268 543 1300 538S1363 525 1390 522S1448 520 1460 520V620H-20Z'
const FRONT =
  'M-20 566C-2 565 52 558 90 560S170 573 210 578S290 588 330 588S410 579 450 578S528 582 570 584S657 591 700 592S787 591 830 588S918 575 960 572S1040 568 1080 570S1160 579 1200 582S1277 591 1320 590S1437 580 1460 578V620H-20Z'
const GROUND =
  'M-20 606C3 607 67 612 120 612S233 607 300 607S443 615 520 615S683 609 760 609S910 615 980 615S1120 608 1180 608S1293 613 1340 613S1440 607 1460 606V622H-20Z'
const CLOUDS =
  'M640 281q100-9 196 0-96 9-196 0ZM690 293q110-7 226 1-112 8-226-1ZM858 187q86-8 190 0-104 8-190 0ZM906 177q50-5 112 0-62 6-112 0ZM748 160q36-4 82 0-46 5-82 0Z'
const MARIA =
  'M772 196c10-18 34-26 46-16 10 9-6 16-8 28-2 14-20 22-32 16-9-5-11-18-6-28ZM846 254c14-8 36-4 40 8 4 14-16 24-34 20-18-3-22-19-6-28ZM862 176c9-4 20 0 20 8s-12 12-20 8-9-12 0-16Z'
const GRASS =
  'M52 566q6-46 26-70M60 566q2-36 12-58M68 566q10-38 34-54M76 568q16-30 38-38M44 566q-4-30-16-48M1316 592q-6-42-24-64M1324 592q0-40 10-66M1308 591q-14-30-34-40M1332 592q10-34 30-46'
