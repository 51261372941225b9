import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as edit from './edit.tsx'

const { db } = await testDatabase()
const member = await makeMember(db)
await db.rows(sql`
  update users set bio = 'Folds rivers.', avatar_preset = 2, joined_date = '2026-03-05T12:00:00Z' where id = ${member.id}`)

it('redirects visitors to /login and back', async () => {
  expect(await openPage(db, edit, '/profile/edit')).toMatchObject({
    status: 302,
    location: '/login?redirect=%2Fprofile%2Fedit',
  })
})

it('shows editable and read-only fields', async () => {
  const { html, text } = await openPage(db, edit, '/profile/edit', { viewer: member })
  expect(html).toMatch(new RegExp(`name="displayName" value="${member.displayName}"`))
  expect(html).toContain('>Folds rivers.</textarea>')
  expect(html.match(/type="radio"/g)).toHaveLength(5)
  expect(html).toMatch(/name="avatar" checked="" value="2"/)
  expect(html).toMatch(new RegExp(`readOnly="" [^>]*value="${member.id}@example.org"`))
  expect(html).toContain('data-words="date">March 5, 2026</time>')
  expect(html).not.toMatch(/name="(email|joined)/)
  for (const words of ['Back to Profile', 'Cancel', 'Generate Random Name', 'Joined March 2026']) {
    expect(text).toContain(words)
  }
})

it('greets a new member with the name, the picture and what they make, and leads on', async () => {
  const path = '/profile/edit?welcome=%2Fchallenges%3Fkind%3Daudio'
  const { html, text } = await openPage(db, edit, path, { viewer: member })
  expect(text).toContain(`Welcome, ${member.displayName}`)
  expect(html.match(/<form [^>]*action="([^"]*)"/)?.[1]).toBe(path)
  expect(html).toMatch(/<a [^>]*href="\/challenges\?kind=audio"[^>]*>Skip</)
  for (const name of ['displayName', 'avatar', 'image', 'bio']) expect(html).toContain(`name="${name}"`)
  expect(text).toContain('What do you make?')
  for (const words of ['Edit Profile', 'Joined', 'Email', 'Cancel']) expect(text).not.toContain(words)
})

it('leads from the welcome to pages of this site only', async () => {
  const { html } = await openPage(db, edit, '/profile/edit?welcome=//evil.example', { viewer: member })
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Skip</)
  expect(html).not.toContain('evil')
})

it('shows an error if it cannot be loaded', async () => {
  const broken = watched(db, /joined_date as "joinedAt"/).db
  const { status, text } = await openPage(broken, edit, '/profile/edit', { viewer: member })
  expect(status).toBe(500)
  expect(text).toContain('Failed to load profile data. Please try again later.')
})
