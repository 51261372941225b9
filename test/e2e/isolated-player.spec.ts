import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { test as base, expect } from './test.ts'

/** Frames of other sites in processes of their own, as in browsers of people. */
const test = base.extend({
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--site-per-process'] }),
    { scope: 'worker' },
  ],
})

test('Escape closes a player after a click into it, and Tab reaches its controls', async ({ page, db }) => {
  const body = '<button>Pause</button><p>Playing</p>'
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  )
  const member = await makeMember(db)
  const challenge = await makeChallenge(db, { kind: 'video' })
  const contentUrl = 'https://youtu.be/dQw4w9WgXcQ'
  await makeSubmission(db, member, challenge, { title: 'Rain on tin', contentUrl })
  await page.goto(`/profile/${member.id}/submissions`)
  const dialog = page.getByRole('dialog', { name: 'Rain on tin' })
  const frame = page.frameLocator('iframe')
  await page.getByRole('link', { name: 'Play Video' }).click()
  await frame.getByText('Playing').click()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'Play Video' }).click()
  await expect(frame.getByText('Playing')).toBeVisible()
  await dialog.getByRole('link', { name: 'View the submission' }).focus()
  await page.keyboard.press('Tab')
  await expect(frame.getByRole('button', { name: 'Pause' })).toBeFocused()
})
