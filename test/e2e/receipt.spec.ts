import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { makeChallenge } from '#test/builders.ts'
import { phone } from './pages.ts'
import { signIn } from './sign-in.ts'
import { fillSubmission, sendSubmission } from './submissions.ts'
import { expect, test } from './test.ts'

test.use(phone)

test('a receipt names the entry and its number, wherever it is mentioned', async ({ page, db }) => {
  const challenge = await makeChallenge(db, { title: 'Paper bridges' })
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  await fillSubmission(page)
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
  const receipt = await page.getByRole('main').innerText()
  expect(receipt).toMatch(/Received\s+[A-Z][a-z]+ \d+, \d{4} at \d+:\d{2}\s[AP]M/)
  expect(receipt).toMatch(/Live now\. Edit until \w+/)
  await expect(page.getByRole('region', { name: 'Points' })).toContainText('+25 points')
  await expect(page.getByRole('img', { name: /^25 of 150 points, to / })).toBeVisible()
  const next = page.getByRole('main').getByRole('link', { name: 'View My Submission' })
  await expect(next).toBeInViewport({ ratio: 1 })
  const number = receipt.match(/[0-9A-F]{4}-[0-9A-F]{4}/)?.[0] ?? 'no number'

  await page.getByRole('link', { name: 'View My Submission' }).click()
  await expect(page.getByText(`Number ${number}, received`)).toBeVisible()
  await page.goto(`/challenges/${challenge}`)
  await expect(page.getByText('You’re in (received).')).toBeVisible()
  await page.goto(`/challenges/${challenge}/submit`)
  await expect(page.getByText('Status: Received')).toBeVisible()
  await page.goto('/profile/submissions')
  await expect(page.getByRole('article').getByText('Received')).toBeVisible()

  await deliverEvents(db, { sendsMail: false })
  await page.goto('/notifications')
  await expect(page.getByText(`Number ${number} in “Paper bridges”`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
})

test('a link that does not answer is pointed out before and after it is saved', async ({ page, db }) => {
  const dead = 'https://nowhere.example.org/song'
  await page.route('https://nowhere.example.org/**', (route) => route.abort('namenotresolved'))
  await page.route('https://alive.example.org/**', (route) => route.fulfill({ status: 404, body: '' }))
  const challenge = await makeChallenge(db, { kind: 'audio' })
  await signIn(page, 'ann@example.org', `/challenges/${challenge}/submit`)
  await fillSubmission(page)
  const link = page.getByLabel('Link to your song')
  await link.fill('https://alive.example.org/song')
  await page.getByLabel('Title', { exact: true }).focus()
  const warning = page.getByText('This link did not answer.')
  await expect(warning).toBeHidden()
  await expect(page.getByText('This song opens in a new tab')).toBeVisible()
  await link.fill(dead)
  await page.getByLabel('Title', { exact: true }).focus()
  await expect(warning).toBeVisible()
  await sendSubmission(page)
  await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
  await expect(page.getByText(`The link of your entry did not answer: ${dead}.`)).toBeVisible()
})
