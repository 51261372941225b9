import { expect, test } from 'vitest'
import { clientAddressHeader } from '#platform/http/client-address.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { readSearchParams, searchPath } from './params.ts'
import { loader } from './search.tsx'

const { db } = await testDatabase()
await makeChallenge(db, { title: 'Paper moons' })

type Args = Parameters<typeof loader>[0]

async function search(
  query: string,
  viewer: Awaited<ReturnType<typeof makeMember>> | null = null,
  address = '192.0.2.1',
) {
  const headers = { [clientAddressHeader]: address }
  const request = new Request(`${origin}/search?${query}`, { headers })
  const args = { request, context: await requestContext(db, viewer), params: {} }
  return loader(args as unknown as Args)
}

test('a term is trimmed and cut, and unknown groups and pages are ignored', () => {
  const read = (query: string) => readSearchParams(new URLSearchParams(query))
  expect(read('q=+moon+&in=admins&page=x')).toEqual({ term: 'moon', group: null, page: 1 })
  expect(read(`q=${'m'.repeat(300)}&in=members&page=3`)).toEqual({
    term: 'm'.repeat(100),
    group: 'members',
    page: 3,
  })
  expect(read('q=a%00b%E2%80%8B').term).toBe('ab')
  expect(searchPath({ term: 'a b', group: 'members', page: 3 })).toBe('/search?q=a+b&in=members&page=3')
})

test('a group is searched separately', async () => {
  const { data } = await search('q=moon&in=members')
  expect(data.results).toMatchObject({ challenges: undefined, members: { rows: [] } })
})

test('no term is not searched', async () => {
  expect((await search('q=+')).data.results).toBeNull()
})

test('the 61st search of a minute is refused with the time to wait, and others are not', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  for (let n = 0; n < 60; n++)
    expect((await search('q=moon', ann)).data.results?.challenges?.total.count).toBe(1)
  const { data, init } = await search('q=moon', ann)
  expect(init?.status).toBe(429)
  expect(data).toMatchObject({ results: null, params: { term: 'moon' } })
  expect(data.wait).toBeGreaterThan(0)
  expect((await search('q=moon', ben)).data.wait).toBe(0)
})

test('a hundred members who search at once are all answered', async () => {
  const members = await Promise.all(Array.from({ length: 100 }, () => makeMember(db)))
  const found = await Promise.all(members.map((member) => search('q=moon', member)))
  expect(found.map(({ data }) => data.wait)).toEqual(Array(100).fill(0))
})
