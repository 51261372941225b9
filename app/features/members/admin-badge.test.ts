import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import * as challenge from '#app/features/challenges/show.tsx'
import * as home from '#app/features/home/home.tsx'
import * as showcase from '#app/features/showcase/showcase.tsx'
import * as gallery from '#app/features/submissions/gallery/gallery.tsx'
import * as allSubmissions from '#app/features/submissions/list.tsx'
import * as memberGallery from '#app/features/submissions/member-gallery/member-gallery.tsx'
import * as submissionPage from '#app/features/submissions/show/show.tsx'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeBallot, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as leaderboard from './leaderboard.tsx'
import * as profile from './profile.tsx'

const { db } = await testDatabase()
const author = await makeMember(db, { displayName: 'Lantern Keeper' })
const closer = await makeMember(db, { isAdmin: true })
const { challenge: won, submission } = await makeBallot(db, { author })
await castVote(db, as(closer), won, submission)
await completeChallenge(db, as(closer), won)
const params = { id: won, submissionId: submission, userId: author.id }
const badge = /Lantern Keeper(<\/?(span|a|p|h1)[^>]*>)*<span[^>]* title="Administrator">/

it.each([
  ['a profile', profile, `/profile/${author.id}`],
  ['a gallery of a member', memberGallery, `/profile/${author.id}/submissions`],
  ['the gallery of all', allSubmissions, '/challenges/submissions'],
  ['the gallery of a challenge', gallery, `/challenges/${won}/submissions`],
  ['a submission', submissionPage, `/challenges/${won}/submissions/${submission}`],
  ['a challenge with its winner', challenge, `/challenges/${won}`],
  ['the showcase', showcase, '/showcase'],
  ['the leaderboard', leaderboard, '/leaderboard'],
  ['home', home, '/'],
])('on %s an administrator has a badge beside the name, and others have none', async (_, page, path) => {
  await db.rows(sql`update users set admin_badge = false, points = 1000 where id = ${author.id}`)
  const before = await openPage(db, page, path, { params })
  expect(before.html).toContain('Lantern Keeper')
  expect(before.html).not.toMatch(badge)
  await db.rows(sql`update users set admin_badge = true where id = ${author.id}`)
  expect((await openPage(db, page, path, { params })).html).toMatch(badge)
})
