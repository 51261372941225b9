import { type ChallengeStatus, type ChallengeType, DAY } from '#domain/challenges/rules.ts'

/** What becomes of a challenge, in ms from the first start; before it when negative. */
export interface Plan {
  status: ChallengeStatus
  opens: number
  deadline: number
}

type Days = Partial<Record<ChallengeType, readonly number[]>>

/** Deadlines in days from the first start, by the state that each type of challenge is to be in then. */
const deadlines: readonly (readonly [ChallengeStatus, Days])[] = [
  ['active', { daily: [0.321], weekly: [2.9, 5.4], monthly: [16.7], special: [4.8] }],
  ['voting', { daily: [-0.38], weekly: [-1.3], monthly: [-2.2], special: [-0.9] }],
  ['completed', { daily: [-3.3, -9.2], weekly: [-8.1, -15.2], monthly: [-19.5], special: [-12.2, -34.1] }],
  ['upcoming', { daily: [1.9], weekly: [9.3], monthly: [33], special: [11] }],
  ['canceled', { daily: [-21.6], weekly: [-27.4] }],
  ['draft', { daily: [14], weekly: [20], monthly: [40], special: [20] }],
]
const daysOpen: Record<ChallengeType, number> = { daily: 1, weekly: 7, monthly: 30, special: 9 }

/** Gives each challenge a place of its type in the plan, the liveliest first. */
export function buildPlan(types: readonly ChallengeType[]): Plan[] {
  const places = new Map<ChallengeType, Plan[]>()
  for (const [status, days] of deadlines) {
    for (const [type, list] of Object.entries(days) as [ChallengeType, readonly number[]][]) {
      const plans = list.map((deadline) => ({
        status,
        deadline: deadline * DAY,
        opens: (deadline - daysOpen[type]) * DAY,
      }))
      places.set(type, [...(places.get(type) ?? []), ...plans])
    }
  }
  return types.map((type) => {
    const plan = places.get(type)?.shift()
    if (!plan) throw new Error(`the plan of the demo has no place left for another ${type} challenge`)
    return plan
  })
}

/** Whether members may have entered by the first start. */
export function acceptsSubmissions({ status }: Plan): boolean {
  return status === 'active' || status === 'voting' || status === 'completed'
}
