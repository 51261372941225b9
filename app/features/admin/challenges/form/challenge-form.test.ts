import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as edit from '../edit-challenge.tsx'
import * as create from '../new-challenge.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })
const all = ['showSubmissions', 'showVotes', 'allowVoting', 'allowComments']

function ticked(html: string): string[] {
  return [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
    .filter(([box]) => box.includes('checked=""'))
    .map(([box]) => /name="(\w+)"/.exec(box)?.[1] ?? '')
}

it('are on in a new challenge by default', async () => {
  const page = await openPage(db, create, '/admin/challenges/new', { viewer: admin })
  expect(ticked(page.html)).toEqual(all)
  const id = await makeChallenge(db)
  await db.rows(sql`
    update challenges set show_submissions = default, show_votes = default, allow_voting = default,
      allow_comments = default where id = ${id}`)
  const editing = { viewer: admin, params: { id } }
  expect(ticked((await openPage(db, edit, `/admin/challenges/${id}/edit`, editing)).html)).toEqual(all)
})

it('are off if switched off', async () => {
  const id = await makeChallenge(db)
  await db.rows(sql`update challenges set show_votes = false, allow_comments = false where id = ${id}`)
  const { html } = await openPage(db, edit, `/admin/challenges/${id}/edit`, { viewer: admin, params: { id } })
  expect(ticked(html)).toEqual(['showSubmissions', 'allowVoting'])
})
