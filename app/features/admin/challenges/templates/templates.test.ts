import { expect, it } from 'vitest'
import { TEMPLATE_MESSAGES as MESSAGES } from '#domain/templates/rules.ts'
import { listTemplates } from '#domain/templates/templates.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeAdmin, makeChallenge } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as create from '../new-challenge.tsx'
import * as list from './list.tsx'
import { beginPath, saveTemplatePath, TEMPLATES, templatePath } from './paths.ts'
import * as template from './template.tsx'

const { db } = await testDatabase()
const viewer = await makeAdmin(db)

async function send(path: string, id: string, fields: Record<string, string>) {
  const request = formRequest(path, fields)
  const answer = await template.action({
    request,
    context: await requestContext(db, viewer),
    params: { id },
  } as never)
  return answer instanceof Response
    ? { status: answer.status, to: answer.headers.get('location') }
    : { status: answer.init?.status, ...(answer.data as { message: string; typed: object }) }
}

it('saves a challenge under a name, begins another one from it and renames it (ADM-132)', async () => {
  const empty = await openPage(db, list, TEMPLATES.to, { viewer })
  expect(empty.text).toMatch(/No templates yet .*Choose a Challenge/)
  const challenge = await makeChallenge(db, { title: 'Night market', type: 'daily', showVotes: false })
  const path = saveTemplatePath(challenge)
  const form = await openPage(db, template, path, { viewer, params: { id: 'new' } })
  expect(form.html).toMatch(/<input[^>]*name="name"[^>]*value="Night market"/)
  const refused = await send(path, 'new', { key: newId(), name: ' ' })
  expect(refused).toMatchObject({ status: 422, message: MESSAGES.name, typed: { name: ' ' } })
  expect(await send(path, 'new', { key: newId(), name: 'Markets' })).toEqual({
    status: 303,
    to: TEMPLATES.to,
  })

  const [saved] = await listTemplates(db, viewer)
  const id = saved?.id ?? ''
  const { html, text } = await openPage(db, list, TEMPLATES.to, { viewer })
  expect(text).toMatch(/Markets .*Night market · Daily · Image .*Use .*Rename .*Delete/)
  expect(html).toContain(`href="${beginPath(id)}"`)
  const begun = await openPage(db, create, beginPath(id), { viewer })
  expect(begun.html).toMatch(/<input[^>]*name="title"[^>]*value="Night market"/)
  expect(begun.html).toContain('<option value="daily" selected="">Daily</option>')
  expect(begun.html).toMatch(/<input(?=[^>]*name="opening")(?=[^>]*value="draft")[^>]*checked=""/)
  expect(begun.html).not.toMatch(/<input(?=[^>]*name="showVotes")[^>]*checked=""/)

  expect(await send(templatePath(id), id, { name: 'Market days' })).toMatchObject({ status: 303 })
  expect((await openPage(db, list, TEMPLATES.to, { viewer })).text).toContain('Market days')
})

it('is not found without a template or a challenge', async () => {
  for (const [path, id] of [
    [saveTemplatePath(newId()), 'new'],
    [templatePath('new'), 'new'],
    [templatePath('x'), 'x'],
    [templatePath(newId()), newId()],
  ] as const)
    expect((await openPage(db, template, path, { viewer, params: { id } })).status).toBe(404)
  expect(await send(templatePath('x'), 'x', { name: 'Doors' })).toMatchObject({ status: 404 })
  expect(await send(templatePath('new'), 'new', { name: 'Doors' })).toMatchObject({ status: 404 })
})
