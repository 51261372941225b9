import { expect, it } from 'vitest'
import { ownSuggestions } from '#domain/suggestions/queries.server.ts'
import { SUGGESTION_MESSAGES as MESSAGES } from '#domain/suggestions/rules.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import { SUGGEST_PATH, withdrawPath } from './paths.ts'
import * as suggest from './suggest.tsx'
import * as withdraw from './withdraw.ts'

const { db } = await testDatabase()
const idea = { title: 'Doors', brief: 'Draw a door that leads nowhere.', kind: 'image' }

it('keeps what was typed, sends it, and shows it with a way to withdraw it (CHL-88)', async () => {
  const member = await makeMember(db)
  const open = () => openPage(db, suggest, SUGGEST_PATH, { viewer: member })
  const send = async (fields: Record<string, string>) => {
    const context = await requestContext(db, member)
    return suggest.action({ request: formRequest(SUGGEST_PATH, fields), params: {}, context } as never)
  }
  expect(await send({ ...idea, title: ' ' })).toMatchObject({
    data: { errors: { title: MESSAGES.title }, typed: { brief: idea.brief } },
    init: { status: 422 },
  })
  expect(await send(idea)).toMatchObject({ status: 303 })
  expect((await open()).text).toContain('Doors')
  await send(idea)
  await send(idea)
  expect(await send(idea)).toMatchObject({ data: { message: MESSAGES.tooMany, typed: idea } })

  const [newest] = await ownSuggestions(db, member)
  const path = withdrawPath(newest?.id ?? '')
  const context = await requestContext(db, member)
  await withdraw.action({ request: formRequest(path, {}), params: { id: newest?.id }, context } as never)
  expect((await ownSuggestions(db, member)).map(({ id }) => id)).not.toContain(newest?.id)
})
