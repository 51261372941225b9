import { type ChallengeStatus, type ChallengeType, DAY } from '#domain/challenges/rules.ts'

/** The status of a challenge at the first start, and its dates in ms relative to it. */
export interface Plan {
  status: ChallengeStatus
  opens: number
  deadline: number
}

type Days = Partial<Record<ChallengeType, readonly number[]>>

/** Deadlines in days relative to the first start, by status at the first start and type. */
const deadlines: readonly (readonly [ChallengeStatus, Days])[] = [
  ['active', { daily: [0.321], weekly: [2.9, 5.4], monthly: [16.7], special: [4.8] }],
  ['voting', { daily: [-0.38], weekly: [-1.3], monthly: [-2.2], special: [-0.9] }],
  ['completed', { daily: [-3.3, -9.2], weekly: [-8.1, -15.2], monthly: [-19.5], special: [-12.2, -34.1] }],
  ['upcoming', { daily: [1.9], weekly: [9.3], monthly: [33], special: [11] }],
  ['canceled', { daily: [-21.6], weekly: [-27.4] }],
  ['draft', { daily: [14], weekly: [20], monthly: [40], special: [20] }],
]
const daysOpen: Record<ChallengeType, number> = { daily: 1, weekly: 7, monthly: 30, special: 9 }

/** Assigns each challenge a plan of its type, active ones first. */
export function buildPlan(types: readonly ChallengeType[]): Plan[] {
  const plansByType = new Map<ChallengeType, Plan[]>()
  for (const [status, byType] of deadlines) {
    for (const [type, days] of Object.entries(byType) as [ChallengeType, readonly number[]][]) {
      const plans = days.map((deadline) => ({
        status,
        deadline: deadline * DAY,
        opens: (deadline - daysOpen[type]) * DAY,
      }))
      plansByType.set(type, [...(plansByType.get(type) ?? []), ...plans])
    }
  }
  return types.map((type) => {
    const plan = plansByType.get(type)?.shift()
    if (!plan) throw new Error(`the demo has no plan for another ${type} challenge`)
    return plan
  })
}

/** Whether the challenge has submissions at the first start. */
export function acceptsSubmissions({ status }: Plan): boolean {
  return status === 'active' || status === 'voting' || status === 'completed'
}
