import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { FORM_FIELDS } from '#domain/challenges/fields.ts'
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

function editing(id: string) {
  return openPage(db, edit, `/admin/challenges/${id}/edit`, { viewer: admin, params: { id } })
}

describe('the challenge form', () => {
  it('has its title, four sections and the hints on voting', async () => {
    const { text } = await openPage(db, create, '/admin/challenges/new', { viewer: admin })
    expect(text).toMatch(
      /Create New Challenge .*Basic Information .*Challenge Timeline .*Challenge Image .*Challenge Settings .*Create Challenge .*Cancel/,
    )
    expect(text).toContain('If not set, voting starts at the deadline.')
    expect(text).toContain('If not set, voting ends 3 days after the deadline.')
    expect(text).toMatch(/Image Text Audio Video Code Special .*Daily Weekly Monthly Special/)
    expect(text).toMatch(/Draft Upcoming Active Completed/)
  })

  it('has one decision on the opening, a preview of the card, and what each end pays', async () => {
    const { html, text } = await openPage(db, create, '/admin/challenges/new', { viewer: admin })
    expect(html).toMatch(/<input(?=[^>]*name="opening")(?=[^>]*value="draft")[^>]*checked=""/)
    expect(text).toMatch(/Save as draft .*Date to be announced .*Schedule for a start date .*Open now/)
    expect(text).toMatch(/Preview of its card .*Draft .*Weekly · Image/)
    expect(text).toContain('If it ends by itself, the winner gets 100 points.')
    expect(text).toContain('If you complete it, each participant gets 25 points and the winner 100.')
    const edited = await editing(await makeChallenge(db, { title: 'Night market', status: 'voting' }))
    expect(edited.html).toMatch(/<input(?=[^>]*name="opening")(?=[^>]*value="other")[^>]*checked=""/)
    expect(edited.text).toContain('It takes votes until voting ends.')
    expect(edited.text).toMatch(/Preview of its card .*Voting .*Night market/)
  })

  it('has a control for every field', async () => {
    const { html } = await openPage(db, create, '/admin/challenges/new', { viewer: admin })
    for (const name of FORM_FIELDS) expect(html).toContain(` name="${name}"`)
  })

  it('names the edited challenge, and contains its version', async () => {
    const id = await makeChallenge(db, { title: 'Night market', status: 'voting' })
    const { text, html } = await editing(id)
    expect(text).toMatch(/Edit Challenge: Night market .*Update Challenge .*Cancel/)
    expect(html).toContain('<option value="voting" selected="">Voting</option>')
    expect(html).toMatch(/name="version" value="\d+"/)
  })

  it('is filled in from another challenge', async () => {
    const id = await makeChallenge(db, { title: 'Night market', type: 'daily' })
    const { html } = await openPage(db, create, `/admin/challenges/new?from=${id}`, { viewer: admin })
    expect(html).toContain('value="Copy of Night market"')
    expect(html).toContain('<option value="daily" selected="">Daily</option>')
    expect(html).not.toContain('name="version"')
  })
})

describe('the settings', () => {
  it('are on in a new challenge by default', async () => {
    const page = await openPage(db, create, '/admin/challenges/new', { viewer: admin })
    expect(ticked(page.html)).toEqual(all)
    const id = await makeChallenge(db)
    await db.rows(sql`
      update challenges set show_submissions = default, show_votes = default, allow_voting = default,
        allow_comments = default where id = ${id}`)
    expect(ticked((await editing(id)).html)).toEqual(all)
  })

  it('are off if switched off', async () => {
    const id = await makeChallenge(db)
    await db.rows(sql`update challenges set show_votes = false, allow_comments = false where id = ${id}`)
    expect(ticked((await editing(id)).html)).toEqual(['showSubmissions', 'allowVoting'])
  })
})
