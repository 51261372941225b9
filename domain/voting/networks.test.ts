import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { castVote, moveVote } from '#domain/voting/commands.server.ts'
import { as, makeBallot, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { networkDays, sweepNetworks } from './networks.server.ts'

const { db } = await testDatabase()

async function ballot() {
  const { challenge, submission } = await makeBallot(db)
  return { challenge, submission }
}

async function voteFrom(address: string, { challenge, submission }: Awaited<ReturnType<typeof ballot>>) {
  const voter = await makeMember(db)
  await castVote(db, as(voter), challenge, submission, address)
  const row = await db.row<{ network: string | null }>(sql`
    select encode(network, 'hex') as network from votes where user_id = ${voter.id}`)
  return row?.network
}

it('keeps the network of a vote without its address', async () => {
  const contest = await ballot()
  const one = await voteFrom('192.0.2.1', contest)
  expect(one).toMatch(/^[0-9a-f]{32}$/)
  expect(await voteFrom('192.0.2.200', contest)).toBe(one)
  const others = ['198.51.100.1', '2001:db8:1:2::/64', '2001:db8:2:2::/64']
  const networks = [one, ...(await Promise.all(others.map((address) => voteFrom(address, contest))))]
  expect(new Set(networks).size).toBe(4)
  expect(await voteFrom('2001:db8:1:3::/64', contest)).toBe(networks[2])
})

it('keeps the network from which a vote was moved', async () => {
  const contest = await ballot()
  await db.rows(sql`
    update challenges set status = 'active', deadline = app_now() + interval '1 hour' where id = ${contest.challenge}`)
  const other = await makeSubmission(db, await makeMember(db), contest.challenge)
  await openVoting(db, contest.challenge)
  const voter = await makeMember(db)
  const networkNow = async () =>
    (
      await db.row<{ network: string }>(sql`
        select encode(network, 'hex') as network from votes where user_id = ${voter.id}`)
    )?.network
  await castVote(db, as(voter), contest.challenge, contest.submission, '192.0.2.1')
  await moveVote(db, as(voter), contest.challenge, other, '198.51.100.1')
  expect(await networkNow()).toBe(await voteFrom('198.51.100.1', contest))
})

it('forgets networks 30 days after the end of their challenge', async () => {
  const [running, recent, old] = [await ballot(), await ballot(), await ballot()]
  for (const contest of [running, recent, old]) await voteFrom('192.0.2.1', contest)
  const ended = (days: number) => sql`app_now() - make_interval(days => ${days})`
  await db.rows(sql`
    update challenges set status = 'completed',
      completed_at = case id when ${old.challenge} then ${ended(networkDays)} - interval '1 ms' else ${ended(networkDays - 1)} end
    where id in (${recent.challenge}, ${old.challenge})`)
  expect(await sweepNetworks(db)).toBe(1)
  const kept = await db.rows<{ id: string }>(sql`
    select challenge_id as id from votes where network is not null and challenge_id in (${running.challenge}, ${recent.challenge}, ${old.challenge})`)
  expect(kept.map(({ id }) => id).toSorted()).toEqual([running.challenge, recent.challenge].toSorted())
})

it('creates a missing key, whose hashes differ from those of an earlier key', async () => {
  const hash = async () =>
    (await db.row<{ hash: string }>(sql`select encode(network_hash('192.0.2.0/24'), 'hex') as hash`))?.hash
  const before = await hash()
  expect(await hash()).toBe(before)
  await db.rows(sql`delete from settings where key = 'network_key'`)
  expect(await hash()).not.toBe(before)
})
