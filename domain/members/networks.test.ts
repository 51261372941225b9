import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { networkDays, recordNetwork, sweepNetworks } from './networks.server.ts'

const { db } = await testDatabase()

function networks() {
  return db.rows<{ userId: string; network: string }>(sql`
    select user_id as "userId", encode(network, 'hex') as network from member_networks order by seen_at, network`)
}

it('stores the networks of members without their addresses, and deletes them', async () => {
  const [ann, bo] = (await makeMembers(db, 2)).map(({ id }) => id) as [string, string]
  for (const address of ['192.0.2.1', '192.0.2.200']) await recordNetwork(db, ann, address)
  await recordNetwork(db, bo, '192.0.2.7')
  const kept = await networks()
  expect(kept.map(({ userId }) => userId).toSorted()).toEqual([ann, bo].toSorted())
  expect(new Set(kept.map(({ network }) => network)).size).toBe(1)
  for (const address of ['198.51.100.1', '2001:db8:1:2::/64', '2001:db8:1:3::/64', '2001:db8:2:2::/64'])
    await recordNetwork(db, bo, address)
  const hashes = (await networks()).filter(({ userId }) => userId === bo).map(({ network }) => network)
  expect(new Set(hashes).size).toBe(4)

  await db.rows(sql`
    update member_networks set seen_at = app_now() - make_interval(days => ${networkDays}) - interval '1 minute'
    where user_id = ${bo}`)
  expect(await sweepNetworks(db)).toBe(4)
  expect((await networks()).map(({ userId }) => userId)).toEqual([ann])
})

it('creates a missing key, whose hashes differ from those of an earlier key', async () => {
  const hash = async () =>
    (await db.row<{ hash: string }>(sql`select encode(network_hash('192.0.2.0/24'), 'hex') as hash`))?.hash
  const before = await hash()
  expect(await hash()).toBe(before)
  await db.rows(sql`delete from network_keys`)
  expect(await hash()).not.toBe(before)
})
