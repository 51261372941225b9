import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Member } from '#domain/members/rules.ts'
import { makeChallenge, makeSubmission } from '#test/builders.ts'
import { percentile, type Row } from './measure.ts'
import { signedInMembers } from './members.ts'
import { type Site, startSite } from './site.ts'

const open = 10_000
const due = 200
const longestSeconds = 1

/** How late voting opens after deadlines among 10,000 open challenges: spread over 40 s, and all at one moment. */
export async function transitions(): Promise<Row[]> {
  const site = await startSite()
  try {
    await openChallenges(site)
    return [
      await lateness(site, `${due} deadlines within 40 s`, () => 5 + Math.random() * 40),
      await lateness(site, `${due} deadlines at one moment`, () => 10),
    ]
  } finally {
    await site.stop()
  }
}

async function openChallenges({ db }: Site): Promise<void> {
  await db.rows(sql`
    insert into challenges (id, title, description, type, kind, status, deadline, voting_ends_at)
    select gen_random_uuid(), 'Open ' || n, 'Make one thing.', 'weekly', 'image', 'active',
      now() + interval '5 days', now() + interval '8 days'
    from generate_series(1, ${open}::int) n`)
  await db.rows(sql`analyze challenges`)
}

async function lateness({ db }: Site, name: string, secondsAhead: () => number): Promise<Row> {
  const ids: string[] = []
  const [author] = await signedInMembers(db, 1)
  for (let made = 0; made < due; made++) {
    const challenge = await makeChallenge(db)
    await makeSubmission(db, { id: author?.id } as Member, challenge)
    ids.push(challenge)
  }
  const latest = await db.row<{ at: Date }>(sql`select now() as at`)
  const from = latest?.at.getTime() ?? 0
  await db.rows(sql`
    update challenges set deadline = to_timestamp(at), voting_ends_at = to_timestamp(at) + interval '3 days'
    from unnest(${ids}::uuid[], ${ids.map(() => from / 1000 + secondsAhead())}::float8[]) as planned (planned_id, at)
    where id = planned_id`)
  for (;;) {
    const left = await db.row<{ count: number }>(
      sql`select count(*)::int as count from challenges where id = any(${ids}::uuid[]) and status = 'active'`,
    )
    if (left?.count === 0) break
    await sleep(500)
  }
  const late = await db.rows<{ seconds: number }>(sql`
    select extract(epoch from voting_opened_at - deadline)::float8 as seconds from challenges
    where id = any(${ids}::uuid[])`)
  const seconds = late.map((row) => row.seconds)
  const p99 = percentile(seconds, 99)
  return {
    work: `voting opens, ${name} among ${open.toLocaleString('en')} open challenges`,
    measured: `p99 ${p99.toFixed(2)} s after the deadline`,
    against: `median ${percentile(seconds, 50).toFixed(2)} s`,
    ratio: p99 / longestSeconds,
    goal: 'p99 <= 1 s',
    met: p99 <= longestSeconds,
  }
}
