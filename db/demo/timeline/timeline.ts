import {
  type ChallengeStatus,
  type ChallengeType,
  DAY,
  type Kind,
  votingLength,
} from '#domain/challenges/rules.ts'
import { RANKS, REWARDS, rankAfter, rankNamed } from '#domain/points/rules.ts'

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

// Events of the months before the first start. Domain commands run each of them, so that ledger, counts and ranks agree.

interface DemoContent {
  ninjas: readonly { rank: string; role: 'newcomer' | 'member' | 'administrator' | 'ninja' }[]
  challenges: readonly { kind: Kind; type: ChallengeType }[]
  /** `challenge` is an index in `challenges`. */
  submissions: readonly { challenge: number }[]
}

/** `at` is in ms relative to the first start. Ninjas, challenges and submissions are indexes in the demo content. */
export type TimelineEvent = { at: number } & (
  | { type: 'grant'; ninja: number; points: number }
  | { type: 'open'; challenge: number; plan: Plan }
  | { type: 'submit'; challenge: number; ninja: number; submission: number }
  | { type: 'approve'; submission: number }
  | { type: 'vote'; challenge: number; ninja: number; submission: number }
  | { type: 'advance' }
)

export interface Timeline {
  joins: number[]
  events: TimelineEvent[]
}

type Random = () => number

const HOUR = DAY / 24
const start = -62 * DAY
const turnout = 0.55
const earlierSeasonFrom = rankNamed('Adept Ninja').minimum

/** Builds the events of the demo; the same for the same random numbers. */
export function buildTimeline(content: DemoContent, random: Random): Timeline {
  const plans = buildPlan(content.challenges.map(({ type }) => type))
  const joins = content.ninjas.map(({ role }) => joinOf(role, random))
  const events: TimelineEvent[] = plans.flatMap((plan, challenge) =>
    challengeEvents(plan, challenge, content),
  )
  const submitted = submitEvents(content, plans, joins, random)
  events.push(...submitted, ...approvals(submitted, random))
  const voted = plans.flatMap((plan, challenge) =>
    voteEvents(
      content,
      plan,
      challenge,
      submitted.filter((event) => event.challenge === challenge),
      joins,
      random,
    ),
  )
  events.push(...voted, ...grants(content, joins, submitted, voted, random))
  return { joins, events: events.toSorted((a, b) => a.at - b.at) }
}

type SubmitEvent = Extract<TimelineEvent, { type: 'submit' }>

type VoteEvent = Extract<TimelineEvent, { type: 'vote' }>

function joinOf(role: DemoContent['ninjas'][number]['role'], random: Random): number {
  if (role === 'administrator') return start
  if (role === 'newcomer') return -0.1 * DAY
  return role === 'member' ? -55 * DAY : start + DAY + random() * 50 * DAY
}

// A challenge opens, and advances at its deadline and at the end of voting.
function challengeEvents(plan: Plan, challenge: number, content: DemoContent): TimelineEvent[] {
  const type = content.challenges[challenge]?.type ?? 'weekly'
  const times = [plan.deadline, plan.deadline + votingLength(type) * DAY].filter((at) => at <= 0)
  const opens = Math.min(plan.opens, -HOUR)
  return [
    { at: opens, type: 'open', challenge, plan },
    ...times.map((at) => ({ at, type: 'advance' as const })),
  ]
}

function submitEvents(
  content: DemoContent,
  plans: readonly Plan[],
  joins: readonly number[],
  random: Random,
): SubmitEvent[] {
  const submitters = plans.map(() => new Set<number>())
  const counts = content.ninjas.map(() => 0)
  return content.submissions.flatMap(({ challenge }, submission) => {
    const plan = plans[challenge]
    if (!plan || !acceptsSubmissions(plan)) return []
    const at = plan.opens + (0.04 + 0.92 * random()) * (Math.min(plan.deadline, -HOUR / 6) - plan.opens)
    const ninja = pickNinja(content, joins, counts, submitters[challenge] ?? new Set(), at, plan, random)
    if (ninja === null) return []
    submitters[challenge]?.add(ninja)
    counts[ninja] = (counts[ninja] ?? 0) + 1
    return [{ at, type: 'submit', challenge, ninja, submission }]
  })
}

function pickNinja(
  content: DemoContent,
  joins: readonly number[],
  counts: readonly number[],
  submitters: ReadonlySet<number>,
  at: number,
  plan: Plan,
  random: Random,
): number | null {
  const candidates = content.ninjas.flatMap(({ rank, role }, ninja) => {
    const isAvailable = (joins[ninja] ?? 0) < at && !submitters.has(ninja)
    const isBelowLimit = (counts[ninja] ?? 0) < maxSubmissions(rank, role, plan)
    return isAvailable && isBelowLimit
      ? [{ ninja, weight: (role === 'member' ? 5 : 1) + random() - (counts[ninja] ?? 0) * 0.15 }]
      : []
  })
  return candidates.toSorted((a, b) => b.weight - a.weight)[0]?.ninja ?? null
}

// Novices have one submission. Visitors of the demo can submit to today's challenge as the member.
function maxSubmissions(rank: string, role: string, plan: Plan): number {
  if (role === 'newcomer' || role === 'administrator') return 0
  if (role === 'member') return plan.status === 'active' && plan.deadline < DAY ? 0 : 12
  return rank === RANKS[0].name ? 1 : 12
}

function approvals(submitted: readonly SubmitEvent[], random: Random): TimelineEvent[] {
  return submitted
    .filter(({ at }) => at < -2 * DAY && random() < 0.7)
    .map(({ at, submission }) => ({ at: at + (1 + 20 * random()) * HOUR, type: 'approve', submission }))
}

function voteEvents(
  content: DemoContent,
  plan: Plan,
  challenge: number,
  submitted: readonly SubmitEvent[],
  joins: readonly number[],
  random: Random,
): VoteEvent[] {
  if (plan.status !== 'voting' && plan.status !== 'completed') return []
  const type = content.challenges[challenge]?.type ?? 'weekly'
  const until = Math.min(plan.deadline + votingLength(type) * DAY, 0)
  const appeal = new Map(submitted.map(({ submission }) => [submission, random() ** 3]))
  return content.ninjas.flatMap(({ role }, ninja) => {
    const at = plan.deadline + (0.02 + 0.95 * random()) * (until - plan.deadline)
    // The member has not voted in the newest challenge, so that visitors of the demo can.
    const abstains =
      role === 'newcomer' || (role === 'member' ? plan.deadline > -0.5 * DAY : random() > turnout)
    if (abstains || (joins[ninja] ?? 0) >= at) return []
    const choices = submitted.filter((event) => event.ninja !== ninja)
    const submission = favourite(choices, appeal, random)
    return submission === null ? [] : [{ at, type: 'vote', challenge, ninja, submission }]
  })
}

function favourite(
  choices: readonly SubmitEvent[],
  appeal: ReadonlyMap<number, number>,
  random: Random,
): number | null {
  const total = choices.reduce((sum, { submission }) => sum + (appeal.get(submission) ?? 0), 0)
  let rest = random() * total
  for (const { submission } of choices) {
    rest -= appeal.get(submission) ?? 0
    if (rest <= 0) return submission
  }
  return choices.at(-1)?.submission ?? null
}

// Activity alone leads to the first ranks. The few above them carried points over from an earlier season.
function grants(
  content: DemoContent,
  joins: readonly number[],
  submitted: readonly SubmitEvent[],
  voted: readonly VoteEvent[],
  random: Random,
): TimelineEvent[] {
  const authors = new Map(submitted.map(({ submission, ninja }) => [submission, ninja]))
  const earned = content.ninjas.map(() => 0)
  const add = (ninja: number | undefined, points: number) => {
    if (ninja !== undefined) earned[ninja] = (earned[ninja] ?? 0) + points
  }
  for (const { ninja } of submitted) add(ninja, REWARDS.submission)
  for (const { ninja, submission } of voted) {
    add(ninja, REWARDS.voteCast)
    add(authors.get(submission), REWARDS.voteReceived)
  }
  return content.ninjas.flatMap(({ rank, role }, ninja) => {
    const { minimum } = rankNamed(rank)
    const above = (rankAfter(rankNamed(rank))?.minimum ?? minimum * 1.2) - minimum
    const points = Math.round(minimum + above * (0.05 + 0.5 * random()) - (earned[ninja] ?? 0))
    return role === 'ninja' && minimum >= earlierSeasonFrom && points > 0
      ? [{ at: (joins[ninja] ?? 0) + HOUR, type: 'grant', ninja, points }]
      : []
  })
}

/** The status of a challenge at the first start, and its dates in ms relative to it. */
interface Plan {
  status: ChallengeStatus
  opens: number
  deadline: number
}

type Days = Partial<Record<ChallengeType, readonly number[]>>

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
