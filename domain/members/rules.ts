/** A signed-in member as every page and every rule sees them. */
export interface Member {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  points: number
  isAdmin: boolean
}

/** Who is looking: a member, or nobody that is known. */
export type Viewer = Member | null
