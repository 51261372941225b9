import { expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import * as legal from '#app/features/legal/legal.tsx'
import * as tools from '#app/features/tools/tools.tsx'
import { pageVersions } from '#domain/pages/queries.server.ts'
import { PAGE_LIMIT, PAGE_MESSAGES } from '#domain/pages/rules.ts'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as list from './list.tsx'
import * as page from './page.tsx'
import type { PageAnswer } from './receive-page.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
const context = await requestContext(db, admin)
const text = '- All in short\n\n## One {#one}\n\nBy {{productName}}. <b>x</b>\n\n- a'

it('shows the original to begin with, previews and saves (ADM-125, ADM-126)', async () => {
  const before = await openPage(db, page, '/admin/settings/pages/terms', { ...visit, context })
  expect(before.text).toContain('The original text is in force')
  expect(before.html).toMatch(/<textarea[^>]*>- [^<]+\n.*## Accounts/s)

  const preview = await send({ step: 'preview', text, version: '0' })
  expect(preview).toMatchObject({ status: 200, text, version: 0 })
  expect(preview.preview?.opening?.join('')).toContain('<li>All in short</li>')
  expect(preview.preview?.sections).toMatchObject([{ id: 'one', title: 'One' }])
  expect(preview.preview?.sections[0]?.body.join('')).toContain('By Creative Dojo. &#60;b&#62;x')
  expect(await pageVersions(db, admin, 'terms')).toEqual([])

  expect(await send({ step: 'save', text, version: '0' })).toMatchObject({ status: 303 })
  const public_ = await open('/terms')
  expect(public_.html).toContain('>1. One</h2>')
  expect(public_.text).toMatch(/Last changed .* In short All in short/)
  expect((await openPage(db, list, '/admin/settings/pages', { context })).text).toMatch(
    /Terms of Service Your text, changed/,
  )
})

it('refuses in words and returns what was typed (ADM-125)', async () => {
  const conflict = await send({ step: 'save', text: '## Late', version: '0' })
  expect(conflict).toMatchObject({ status: 409, message: PAGE_MESSAGES.changed, text: '## Late', version: 1 })
  const long = `## A\n${'x'.repeat(PAGE_LIMIT)}`
  for (const [typed, error] of [
    [long, PAGE_MESSAGES.tooLong],
    ['Text', PAGE_MESSAGES.noSection],
    [`## A\n${'>'.repeat(19_000)} x`, PAGE_MESSAGES.unreadable],
  ] as const) {
    for (const step of ['preview', 'save'])
      expect(await send({ step, text: typed, version: '1' })).toMatchObject({
        status: 422,
        error,
        text: typed,
      })
  }
  expect(await send({ text, version: '1' })).toMatchObject({ status: 422, message: PAGE_MESSAGES.invalid })
  expect(await send({ step: 'save', title: 'x' })).toMatchObject({ status: 400 })
  expect(await pageVersions(db, admin, 'terms')).toHaveLength(1)
})

it('goes back to the original and to a version, which only administrators see (ADM-127)', async () => {
  expect(await send({ step: 'original', version: '1' })).toMatchObject({ status: 303 })
  expect((await open('/terms')).html).toContain('1. Our Agreement')
  const older = async (viewer: Parameters<typeof requestContext>[1]) => {
    const { html } = await openPage(db, legal, '/terms?version=1', {
      context: await refreshed(await requestContext(db, viewer)),
    })
    return html.includes('1. One') && html.includes('This is version 1')
  }
  expect(await older(admin)).toBe(true)
  for (const viewer of [null, await makeMember(db)]) expect(await older(viewer)).toBe(false)
  expect((await open('/terms?version=77')).html).toContain('1. Our Agreement')
  expect(await send({ again: '1', version: '2' })).toMatchObject({ status: 303 })
  expect((await open('/terms')).html).toContain('1. One')
  expect(await send({ again: '99', version: '3' })).toMatchObject({ status: 404 })
})

it('writes the introduction of the tools page, which has no sections (ADM-153)', async () => {
  const introduction = 'Ask **us** at {{productName}}. <b>x</b>'
  const sendTools = (fields: Record<string, string>) => send({ version: '0', ...fields }, 'tools')
  const form = await openPage(db, page, '/admin/settings/pages/tools', { params: { page: 'tools' }, context })
  expect(form.html).toMatch(/<textarea[^>]*>Twenty tools, four senseis\.</)
  const { preview } = await sendTools({ step: 'preview', text: introduction })
  expect(preview?.opening?.join('')).toContain('<strong>us</strong> at Creative Dojo. &#60;b&#62;x')
  expect(await sendTools({ step: 'save', text: introduction })).toMatchObject({ status: 303 })
  const shown = async (path: string, viewer: Parameters<typeof requestContext>[1]) =>
    (await openPage(db, tools, path, { context: await refreshed(await requestContext(db, viewer)) })).text
  expect(await shown('/tools', null)).toContain('Ask us at Creative Dojo. &#60;b&#62;x')
  expect(await shown('/tools', null)).not.toContain('four senseis')
  expect(await sendTools({ step: 'original', version: '1' })).toMatchObject({ status: 303 })
  expect(await shown('/tools?version=1', null)).toContain('four senseis')
  expect(await shown('/tools?version=1', admin)).toContain('This is version 1')
})

const visit = { params: { page: 'terms' } }

async function refreshed(one: typeof context) {
  await one.get(servicesContext).pages.refresh()
  return one
}

async function open(path: string) {
  return openPage(db, legal, path, { context: await refreshed(context) })
}

type Answer = { data: PageAnswer; init: { status?: number } | null }

async function send(
  fields: Record<string, string>,
  name = 'terms',
): Promise<Partial<PageAnswer> & { status: number }> {
  const request = formRequest(`/admin/settings/pages/${name}`, fields)
  const answer = (await page.action({ request, params: { page: name }, context } as never)) as
    | Answer
    | Response
  if (answer instanceof Response) return { status: answer.status }
  return { ...answer.data, status: answer.init?.status ?? 200 }
}
