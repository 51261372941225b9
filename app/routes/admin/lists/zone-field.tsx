import { useEffect, useState } from 'react'
import { ZONE } from './filters.ts'

/** Sends the zone of this browser's clock with the filters; without scripts days are those of UTC. */
export function ZoneField() {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return <input type="hidden" name={ZONE} value={zone} />
}
