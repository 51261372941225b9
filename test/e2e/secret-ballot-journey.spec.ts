import sql from 'sql-template-tag'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeMember, makeMembers, makeSubmission } from '#test/builders.ts'
import { expectStatus, passDeadline, passVotingEnd } from './challenges.ts'
import { drawing } from './images.ts'
import { phone, toast } from './pages.ts'
import { memberOf, signIn, signInAsAdmin } from './sign-in.ts'
import { expect, test } from './test.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'on a phone' : 'without JavaScript', () => {
    test.use(javaScriptEnabled ? phone : { javaScriptEnabled })

    test('a secret ballot runs from its creation to its results', async ({ page, db, visitor }) => {
      await signInAsAdmin(page, db, 'rei@example.org', '/admin/settings')
      await page.getByLabel('Show votes').uncheck()
      await page.getByRole('button', { name: 'Save New challenges' }).click()
      await expect(page.getByText('Site settings saved')).toBeVisible()
      await page.goto('/admin/challenges/new')
      await expect(page.getByLabel('Show votes')).not.toBeChecked()
      await page.getByLabel('Title').fill('Masked ball')
      await page.getByLabel('Description').fill('Draw a mask.')
      await page.getByLabel('Status').selectOption('active')
      await page.getByLabel('Image', { exact: true }).setInputFiles(await drawing())
      await page.getByRole('button', { name: 'Create Challenge' }).click()
      await expect(page.getByText('Challenge created successfully!').first()).toBeVisible()
      const challenge = await db.row<{ id: string }>(
        sql`select id from challenges where title = 'Masked ball'`,
      )
      const id = challenge?.id ?? ''

      const author = await makeMember(db)
      const fox = await makeSubmission(db, author, id, { title: 'Fox mask' })
      for (const other of await makeMembers(db, 2))
        await makeSubmission(db, other, id, { title: 'Crow mask' })
      await passDeadline(db, id)
      await expectStatus(db, id, 'voting')
      for (const voter of await makeMembers(db, 3)) await castVote(db, as(voter), id, fox)

      const voter = await visitor()
      await signIn(voter, 'bo@example.org', `/challenges/${id}/submissions/${fox}`)
      await expect(voter.getByText('Votes are shown when the challenge is completed.')).toBeVisible()
      await voter.getByRole('button', { name: 'Vote for this submission' }).click()
      await expect(toast(voter)).toContainText("You've voted for this submission")
      await voter.goto('/profile/points')
      await expect(voter.getByText('Counted when voting ends')).toBeVisible()
      expect(await memberOf(db, 'bo@example.org')).toMatchObject({ points: 0 })
      await page.goto('/admin/submissions?search=Fox')
      await expect(page.getByText('Fox mask').first()).toBeVisible()
      await expect(page.getByText('4 votes')).toHaveCount(0)

      await passVotingEnd(db, id)
      await expectStatus(db, id, 'completed')
      await voter.goto(`/challenges/${id}/results`)
      await voter.getByText('Counted twice, both agree.').click()
      await expect(voter.getByText(`${author.displayName} won with 4 of 4 votes`)).toBeVisible()
      await expect(voter.getByText('It was a secret ballot')).toBeVisible()
      expect(await memberOf(db, 'bo@example.org')).toMatchObject({ points: 1 })
      await voter.getByRole('link', { name: 'Fox mask', exact: true }).first().click()
      await expect(voter.getByText(/^of 3 entries, \d+ points$/)).toBeVisible()
    })
  })
}
