import sql from 'sql-template-tag'
import { makeChallenge } from '#test/builders.ts'
import { badFiles, drawing } from './images.ts'
import { signIn } from './sign-in.ts'
import { chooseImage, expectWritten, fillSubmission, sendSubmission } from './submissions.ts'
import { expect, test } from './test.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'in any browser' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a file that is no picture, or too large, costs none of the typed text', async ({
      page,
      db,
      faults,
    }) => {
      faults.expect(/\b422\b/)
      const challenge = await makeChallenge(db)
      await signIn(page, 'ann@example.org', `/login?redirect=/challenges/${challenge}/submit`)
      await fillSubmission(page)
      for (const file of await badFiles()) {
        await test.step(file.is, async () => {
          await chooseImage(page, file)
          // A browser with scripts tells most of them by itself; the others, and all without, by the server's answer.
          const refusal = page.locator('form').getByText(file.refusal)
          if (!javaScriptEnabled || file.is === 'an SVG named .png') await sendSubmission(page)
          await expect(refusal).toBeVisible()
          await expectWritten(page)
          expect(await db.rows(sql`select id from submissions`)).toEqual([])
        })
      }
      await chooseImage(page, await drawing())
      await sendSubmission(page)
      await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
      expect(await db.rows(sql`select id from submissions where image_id is not null`)).toHaveLength(1)
    })
  })
}
