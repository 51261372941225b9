import { setMaintenance } from '#platform/maintenance.server.ts'
import { makeChallenge, makeEntry, makeMember, openVoting } from '#test/builders.ts'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

test('maintenance mode says why a change is refused, to browsers and to the scripts of the app', async ({
  page,
  visitor,
  db,
  faults,
}) => {
  faults.expect(/503|maintenance mode is/)
  const challenge = await makeChallenge(db)
  const submission = await makeEntry(db, await makeMember(db), challenge)
  await openVoting(db, challenge)
  await signIn(page, 'ann@example.org')
  const path = `/challenges/${challenge}/submissions/${submission}`
  const plain = await visitor({ javaScriptEnabled: false })
  await plain.goto('/login')
  await setMaintenance(db, { message: 'Back at 18:00 UTC.' })
  try {
    await expect
      .poll(async () => (await page.request.get('/login/start', { maxRedirects: 0 })).status())
      .toBe(503)
    const sent = await page.request.post(`${path}/vote.data`, {
      headers: { origin: new URL(page.url()).origin },
    })
    expect([sent.status(), sent.headers()['retry-after']]).toEqual([503, '60'])
    expect(await sent.text()).toContain('Back at 18:00 UTC.')

    await plain.getByRole('button', { name: 'Sign in with a demo account' }).click()
    await expect(plain.getByRole('heading', { name: 'Read-only for maintenance' })).toBeVisible()
    await expect(plain.getByText('Back at 18:00 UTC.')).toBeVisible()
    await plain.getByRole('link', { name: 'Return to Home' }).click()
    await expect(plain).toHaveURL('/')
  } finally {
    await setMaintenance(db, null)
  }
  await expect
    .poll(async () => (await page.request.get('/login/start', { maxRedirects: 0 })).status())
    .not.toBe(503)
})
