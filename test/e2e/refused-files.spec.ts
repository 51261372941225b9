import sql from 'sql-template-tag'
import { makeChallenge } from '#test/builders.ts'
import { badFiles, drawing } from './images.ts'
import { signIn } from './sign-in.ts'
import { chooseImage, expectWritten, fillSubmission, sendSubmission } from './submissions.ts'
import { expect, test } from './test.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'in any browser' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an invalid or too large file shows an error and keeps the text', async ({ page, db, faults }) => {
      faults.expect(/\b422\b/)
      const challenge = await makeChallenge(db)
      await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
      await fillSubmission(page)
      /** Without JavaScript the page before may show the same errors. */
      const send = () =>
        javaScriptEnabled
          ? sendSubmission(page)
          : Promise.all([page.waitForEvent('domcontentloaded'), sendSubmission(page)])
      for (const file of await badFiles()) {
        await test.step(file.label, async () => {
          await chooseImage(page, file)
          // The script finds all but this one; without JavaScript the server does.
          // Also in the summary above the form, after it was sent.
          const error = page.locator('form').getByText(file.error).last()
          if (!javaScriptEnabled || file.label === 'half a PNG') await send()
          await expect(error).toBeVisible()
          await expectWritten(page)
          expect(await db.rows(sql`select id from submissions`)).toEqual([])
        })
      }
      await send()
      await expect(page.getByText('Please choose another one or continue without it.').last()).toBeVisible()
      await expectWritten(page)
      expect(await db.rows(sql`select id from submissions`)).toEqual([])
      await page.getByLabel('Continue without image').check()
      await chooseImage(page, await drawing())
      await sendSubmission(page)
      await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
      expect(await db.rows(sql`select id from submissions where image_id is not null`)).toHaveLength(1)
    })
  })
}
