import { type ChallengeType, DAY, type Kind, votingLength } from '#domain/challenges/rules.ts'
import { RANKS, REWARDS, rankAfter, rankNamed } from '#domain/points/rules.ts'
import { acceptsSubmissions, buildPlan, type Plan } from './plan.ts'

// The months before the first start, as a list of deeds. The domain's own verbs do each of them at its moment, so
// that ledger, counts and ranks agree.

interface Cast {
  ninjas: readonly { rank: string; role: 'newcomer' | 'member' | 'administrator' | 'ninja' }[]
  challenges: readonly { kind: Kind; type: ChallengeType }[]
  /** Each entry is made for one challenge, named by its place. */
  entries: readonly { challenge: number }[]
}

/** `at` is in ms from the first start; ninjas, challenges and entries are named by their place in the cast. */
export type TimelineEvent = { at: number } & (
  | { verb: 'grant'; ninja: number; points: number }
  | { verb: 'open'; challenge: number; plan: Plan }
  | { verb: 'enter'; challenge: number; ninja: number; entry: number }
  | { verb: 'approve'; entry: number }
  | { verb: 'vote'; challenge: number; ninja: number; entry: number }
  | { verb: 'pass' }
)

export interface Timeline {
  /** When each ninja joins. */
  joins: number[]
  events: TimelineEvent[]
}

type Random = () => number

const HOUR = DAY / 24
const beginning = -62 * DAY
/** How likely a ninja who could vote does. */
const turnout = 0.55

/** Tells the same story for the same cast and the same random source. */
export function buildTimeline(cast: Cast, random: Random): Timeline {
  const plans = buildPlan(cast.challenges.map(({ type }) => type))
  const joins = cast.ninjas.map(({ role }) => joinOf(role, random))
  const deeds: TimelineEvent[] = plans.flatMap((plan, challenge) => opening(plan, challenge, cast))
  const entered = entering(cast, plans, joins, random)
  deeds.push(...entered, ...approvals(entered, random))
  const voted = plans.flatMap((plan, challenge) =>
    voting(
      cast,
      plan,
      challenge,
      entered.filter((deed) => deed.challenge === challenge),
      joins,
      random,
    ),
  )
  deeds.push(...voted, ...grants(cast, joins, entered, voted, random))
  return { joins, events: deeds.toSorted((a, b) => a.at - b.at) }
}

type Entering = Extract<TimelineEvent, { verb: 'enter' }>
type Voting = Extract<TimelineEvent, { verb: 'vote' }>

function joinOf(role: Cast['ninjas'][number]['role'], random: Random): number {
  if (role === 'administrator') return beginning
  if (role === 'newcomer') return -0.1 * DAY
  return role === 'member' ? -55 * DAY : beginning + DAY + random() * 50 * DAY
}

// A challenge opens, and time passes at its deadline and at the end of its voting.
function opening(plan: Plan, challenge: number, cast: Cast): TimelineEvent[] {
  const type = cast.challenges[challenge]?.type ?? 'weekly'
  const moments = [plan.deadline, plan.deadline + votingLength(type) * DAY].filter((at) => at <= 0)
  const opens = Math.min(plan.opens, -HOUR)
  return [
    { at: opens, verb: 'open', challenge, plan },
    ...moments.map((at) => ({ at, verb: 'pass' as const })),
  ]
}

function entering(cast: Cast, plans: readonly Plan[], joins: readonly number[], random: Random): Entering[] {
  const there = plans.map(() => new Set<number>())
  const made = cast.ninjas.map(() => 0)
  return cast.entries.flatMap(({ challenge }, entry) => {
    const plan = plans[challenge]
    if (!plan || !acceptsSubmissions(plan)) return []
    const at = plan.opens + (0.04 + 0.92 * random()) * (Math.min(plan.deadline, -HOUR / 6) - plan.opens)
    const ninja = pickNinja(cast, joins, made, there[challenge] ?? new Set(), at, plan, random)
    if (ninja === null) return []
    there[challenge]?.add(ninja)
    made[ninja] = (made[ninja] ?? 0) + 1
    return [{ at, verb: 'enter', challenge, ninja, entry }]
  })
}

function pickNinja(
  cast: Cast,
  joins: readonly number[],
  made: readonly number[],
  there: ReadonlySet<number>,
  at: number,
  plan: Plan,
  random: Random,
): number | null {
  const free = cast.ninjas.flatMap(({ rank, role }, ninja) => {
    const could = (joins[ninja] ?? 0) < at && !there.has(ninja)
    const would = (made[ninja] ?? 0) < mostEntries(rank, role, plan)
    return could && would
      ? [{ ninja, weight: (role === 'member' ? 5 : 1) + random() - (made[ninja] ?? 0) * 0.15 }]
      : []
  })
  return free.toSorted((a, b) => b.weight - a.weight)[0]?.ninja ?? null
}

// Low ranks have made little yet. The member leaves today's challenge to whoever tries the demo.
function mostEntries(rank: string, role: string, plan: Plan): number {
  if (role === 'newcomer' || role === 'administrator') return 0
  if (role === 'member') return plan.status === 'active' && plan.deadline < DAY ? 0 : 12
  return [1, 4, 8][RANKS.indexOf(rankNamed(rank))] ?? 12
}

function approvals(entered: readonly Entering[], random: Random): TimelineEvent[] {
  return entered
    .filter(({ at }) => at < -2 * DAY && random() < 0.7)
    .map(({ at, entry }) => ({ at: at + (1 + 20 * random()) * HOUR, verb: 'approve', entry }))
}

function voting(
  cast: Cast,
  plan: Plan,
  challenge: number,
  entered: readonly Entering[],
  joins: readonly number[],
  random: Random,
): Voting[] {
  if (plan.status !== 'voting' && plan.status !== 'completed') return []
  const type = cast.challenges[challenge]?.type ?? 'weekly'
  const until = Math.min(plan.deadline + votingLength(type) * DAY, 0)
  const appeal = new Map(entered.map(({ entry }) => [entry, random() ** 3]))
  return cast.ninjas.flatMap(({ role }, ninja) => {
    const at = plan.deadline + (0.02 + 0.95 * random()) * (until - plan.deadline)
    // The member has not voted in the youngest challenge yet, so that the demo has a vote to give.
    const abstains =
      role === 'newcomer' || (role === 'member' ? plan.deadline > -0.5 * DAY : random() > turnout)
    if (abstains || (joins[ninja] ?? 0) >= at) return []
    const choices = entered.filter((deed) => deed.ninja !== ninja)
    const entry = favourite(choices, appeal, random)
    return entry === null ? [] : [{ at, verb: 'vote', challenge, ninja, entry }]
  })
}

function favourite(
  choices: readonly Entering[],
  appeal: ReadonlyMap<number, number>,
  random: Random,
): number | null {
  const total = choices.reduce((sum, { entry }) => sum + (appeal.get(entry) ?? 0), 0)
  let rest = random() * total
  for (const { entry } of choices) {
    rest -= appeal.get(entry) ?? 0
    if (rest <= 0) return entry
  }
  return choices.at(-1)?.entry ?? null
}

// What earlier seasons left, so that together with the deeds above each ninja stands where the cast says.
function grants(
  cast: Cast,
  joins: readonly number[],
  entered: readonly Entering[],
  voted: readonly Voting[],
  random: Random,
): TimelineEvent[] {
  const authors = new Map(entered.map(({ entry, ninja }) => [entry, ninja]))
  const earned = cast.ninjas.map(() => 0)
  const add = (ninja: number | undefined, points: number) => {
    if (ninja !== undefined) earned[ninja] = (earned[ninja] ?? 0) + points
  }
  for (const { ninja } of entered) add(ninja, REWARDS.submission)
  for (const { ninja, entry } of voted) {
    add(ninja, REWARDS.voteCast)
    add(authors.get(entry), REWARDS.voteReceived)
  }
  return cast.ninjas.flatMap(({ rank, role }, ninja) => {
    const { minimum } = rankNamed(rank)
    const above = (rankAfter(rankNamed(rank))?.minimum ?? minimum * 1.2) - minimum
    const points = Math.round(minimum + above * (0.05 + 0.5 * random()) - (earned[ninja] ?? 0))
    const due = role !== 'newcomer' && minimum > 0 && points > 0
    return due ? [{ at: (joins[ninja] ?? 0) + HOUR, verb: 'grant', ninja, points }] : []
  })
}
