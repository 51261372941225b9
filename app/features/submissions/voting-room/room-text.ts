import { formatNumber } from '#app/ui/number.tsx'
import type { LoadedRoom } from './room.server.ts'

/** Undefined in a gallery of many challenges, whose submissions have no number. */
export function placeText({ place, total }: LoadedRoom['room']): string | undefined {
  if (total === null) return
  return place ? `Entry ${formatNumber(place)} of ${formatNumber(total)}` : 'Removed'
}
