import { formatNumber } from '#app/ui/number.tsx'
import type { LoadedRoom } from './room.server.ts'

export function placeText({ place, total }: LoadedRoom['room']): string {
  return place ? `Entry ${formatNumber(place)} of ${formatNumber(total)}` : 'Removed'
}
