import type { Style } from './scenery.ts'
import { arches } from './styles/arches.ts'
import { archipelago } from './styles/archipelago.ts'
import { aurora } from './styles/aurora.ts'
import { balloons } from './styles/balloons.ts'
import { bauhaus } from './styles/bauhaus.ts'
import { boats } from './styles/boats.ts'
import { circuits } from './styles/circuits.ts'
import { cranes } from './styles/cranes.ts'
import { currents } from './styles/currents.ts'
import { cutouts } from './styles/cutouts.ts'
import { desert } from './styles/desert.ts'
import { drowned } from './styles/drowned.ts'
import { enso } from './styles/enso.ts'
import { facade } from './styles/facade.ts'
import { facets } from './styles/facets.ts'
import { forest } from './styles/forest.ts'
import { gates } from './styles/gates.ts'
import { growth } from './styles/growth.ts'
import { harmonograph } from './styles/harmonograph.ts'
import { hills } from './styles/hills.ts'
import { inkwash } from './styles/inkwash.ts'
import { isotown } from './styles/isotown.ts'
import { jellyfish } from './styles/jellyfish.ts'
import { koi } from './styles/koi.ts'
import { lanterns } from './styles/lanterns.ts'
import { lighthouse } from './styles/lighthouse.ts'
import { lonelantern } from './styles/lonelantern.ts'
import { marble } from './styles/marble.ts'
import { moire } from './styles/moire.ts'
import { monsters } from './styles/monsters.ts'
import { phyllotaxis } from './styles/phyllotaxis.ts'
import { planets } from './styles/planets.ts'
import { quilt } from './styles/quilt.ts'
import { rainwindow } from './styles/rainwindow.ts'
import { ridgelines } from './styles/ridgelines.ts'
import { rings } from './styles/rings.ts'
import { robots } from './styles/robots.ts'
import { rooftops } from './styles/rooftops.ts'
import { rosette } from './styles/rosette.ts'
import { seigaiha } from './styles/seigaiha.ts'
import { skyline } from './styles/skyline.ts'
import { soundrings } from './styles/soundrings.ts'
import { stainedglass } from './styles/stainedglass.ts'
import { stairs } from './styles/stairs.ts'
import { stamps } from './styles/stamps.ts'
import { starmap } from './styles/starmap.ts'
import { stilllife } from './styles/stilllife.ts'
import { topography } from './styles/topography.ts'
import { tornpaper } from './styles/tornpaper.ts'
import { truchet } from './styles/truchet.ts'
import { umbrellas } from './styles/umbrellas.ts'
import { weave } from './styles/weave.ts'
import { whales } from './styles/whales.ts'
import { zengarden } from './styles/zengarden.ts'

/** Every way of drawing the demo knows. */
export const catalogue = {
  arches,
  archipelago,
  aurora,
  balloons,
  bauhaus,
  boats,
  circuits,
  cranes,
  currents,
  cutouts,
  desert,
  drowned,
  enso,
  facade,
  facets,
  forest,
  gates,
  growth,
  harmonograph,
  hills,
  inkwash,
  isotown,
  jellyfish,
  koi,
  lanterns,
  lighthouse,
  lonelantern,
  marble,
  moire,
  monsters,
  phyllotaxis,
  planets,
  quilt,
  rainwindow,
  ridgelines,
  rings,
  robots,
  rooftops,
  rosette,
  seigaiha,
  skyline,
  soundrings,
  stainedglass,
  stairs,
  stamps,
  starmap,
  stilllife,
  topography,
  tornpaper,
  truchet,
  umbrellas,
  weave,
  whales,
  zengarden,
} as const satisfies Record<string, Style>

export type StyleName = keyof typeof catalogue
