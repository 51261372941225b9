import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as contact from './contact.tsx'

const { db } = await testDatabase()

it('the contact page offers an e-mail for each topic', async () => {
  const env = { CONTACT_EMAIL: 'hello@moon.example' }
  const { html } = await openPage(db, contact, '/contact', { env })
  expect(html).toContain('href="mailto:hello@moon.example"')
  expect(html).toContain('href="mailto:hello@moon.example?subject=Suggest%20a%20resource"')
  expect(html.match(/mailto:hello@moon\.example\?subject=/g)).toHaveLength(4)
})
