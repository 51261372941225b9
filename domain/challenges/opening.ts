/** How a challenge opens: what its status, auto-activation and start date mean together (ADM-94). */
export const OPENINGS = ['draft', 'announced', 'scheduled', 'open'] as const
export type OpeningChoice = (typeof OPENINGS)[number]

/** A challenge in voting or an ended one has no such choice. */
export const NO_OPENING = 'other'

export function isOpening(choice: unknown): choice is OpeningChoice {
  return (OPENINGS as readonly unknown[]).includes(choice)
}

interface Fields {
  status: string
  autoActivate: boolean
}

export function openingOf({ status, autoActivate }: Fields): OpeningChoice | typeof NO_OPENING {
  if (status === 'active') return 'open'
  if (status !== 'draft' && status !== 'upcoming') return NO_OPENING
  if (autoActivate) return 'scheduled'
  return status === 'draft' ? 'draft' : 'announced'
}

/** The status and auto-activation of a choice; the start date stays, and is refused where it contradicts them (ADM-32). */
export function fieldsOf(choice: OpeningChoice): Fields {
  const status = { draft: 'draft', announced: 'upcoming', scheduled: 'upcoming', open: 'active' }[choice]
  return { status, autoActivate: choice === 'scheduled' }
}
