import { useState } from 'react'
import { useLocation } from 'react-router'
import type { MemberRow } from '#domain/points/table.server.ts'
import type { Change } from './places.ts'

interface Asked {
  member: MemberRow
  change: Change
}

/** Which change is open over the list. One that is made leads back to the list, which then has a new key: that closes it. */
export function useAsked() {
  const { key } = useLocation()
  const [asked, setAsked] = useState<(Asked & { key: string }) | null>(null)
  return {
    asked: asked?.key === key ? asked : null,
    ask: (member: MemberRow, change: Change) => setAsked({ member, change, key }),
    close: () => setAsked(null),
  }
}
