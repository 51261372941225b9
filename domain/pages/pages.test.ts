import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { parsePageText, repeatVersion, savePage } from './commands.server.ts'
import { pageVersion, pageVersions, watchPages } from './queries.server.ts'
import { PAGE_MESSAGES as MESSAGES, PAGE_LIMIT, type PageName } from './rules.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)

it('each save is the next version, and is in the audit log (ADM-125)', async () => {
  expect(await save('terms', 0, '## One')).toMatchObject({ ok: true, value: 1 })
  expect(await save('terms', 1, '## Two')).toMatchObject({ ok: true, value: 2 })
  expect(await save('terms', 2, null)).toMatchObject({ ok: true, value: 3 })
  expect(await pageVersions(db, admin, 'terms')).toMatchObject([
    { version: 3, isOriginal: true, writer: admin.displayName },
    { version: 2, isOriginal: false },
    { version: 1, isOriginal: false },
  ])
  expect(await pageVersion(db, admin, 'terms', 1)).toMatchObject({ text: '## One' })
  const log = sql`
    select subject_name as name, subject_type as type, before, after from audit_log
    where action = 'page_changed' order by created_at desc, id desc limit 1`
  expect(await db.rows(log)).toEqual([
    { name: 'Terms of Service', type: 'settings', before: { version: 2 }, after: { version: 3 } },
  ])
})

it('an earlier version is made the next one, the text in force is not written again (ADM-127)', async () => {
  await save('cookies', 0, '## One')
  await save('cookies', 1, '## Two')
  const again = (version: number, earlier: number) =>
    repeatVersion(db, admin, { page: 'cookies', version }, earlier)
  expect(await again(2, 1)).toMatchObject({ ok: true, value: 3 })
  expect(await pageVersion(db, admin, 'cookies', 3)).toMatchObject({ text: '## One' })
  expect(await again(3, 9)).toMatchObject({ ok: false, code: 'not-found', message: MESSAGES.noVersion })
  expect(await again(2, 2)).toMatchObject({ ok: false, code: 'conflict' })
  expect(await save('cookies', 2, '## One')).toMatchObject({ ok: true, value: 3 })
  expect(await pageVersions(db, admin, 'cookies')).toHaveLength(3)
})

it('of several who save at once, one does, and the others are told (ADM-125)', async () => {
  const pools = [another(2), another(2), another(2)]
  const saved = await Promise.all(
    pools.map((pool, index) => save('privacy-policy', 0, `## Text ${index}`, pool)),
  )
  expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  const refused = saved.filter(({ ok }) => !ok)
  expect(refused).toMatchObject([1, 2].map(() => ({ code: 'conflict', message: MESSAGES.changed })))
  expect(await save('privacy-policy', 99, '## Other')).toMatchObject({ code: 'conflict' })
})

it('only administrators save (ADM-125)', async () => {
  for (const viewer of [null, await makeMember(db)]) {
    const change = { page: 'terms', version: 3 } as const
    expect(await savePage(db, viewer, change, '## Mine')).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await repeatVersion(db, viewer, change, 1)).toMatchObject({ ok: false, code: 'forbidden' })
  }
  expect(await pageVersions(db, admin, 'terms')).toHaveLength(3)
})

it('a text has a section and a limit, that about cookies its choice (ADM-126)', () => {
  const longest = `## ${'é'.repeat(PAGE_LIMIT - 3)}`
  expect(parsePageText('terms', '## A \r\n\r\n\r\nB\u200b')).toMatchObject({ ok: true, value: '## A\n\nB' })
  expect(parsePageText('terms', longest)).toMatchObject({ ok: true, value: longest })
  expect(parsePageText('terms', `${longest}é`)).toMatchObject({ message: MESSAGES.tooLong })
  expect(parsePageText('terms', 'x'.repeat(1_000_000))).toMatchObject({ message: MESSAGES.tooLong })
  expect(parsePageText('terms', ' \n')).toMatchObject({ message: MESSAGES.empty })
  expect(parsePageText('terms', 'Text')).toMatchObject({ message: MESSAGES.noSection })
  expect(parsePageText('cookies', '## A')).toMatchObject({ message: MESSAGES.noChoice })
  expect(parsePageText('cookies', '## A\n\n<cookie-choice />')).toMatchObject({ ok: true })
  expect(parsePageText('tools', 'Twenty tools')).toMatchObject({ ok: true })
})

it('a process learns of new versions, and that its copies are old (ADM-128)', async () => {
  let changes = 0
  const pages = watchPages(db, () => {
    changes += 1
  })
  expect(pages.current('terms')).toBeUndefined()
  await pages.refresh()
  expect(pages.current('terms')).toMatchObject({ version: 3, text: null })
  await pages.refresh()
  expect(changes).toBe(1)
  await save('terms', 3, '## Four')
  await pages.refresh()
  expect(pages.current('terms')).toMatchObject({ version: 4, text: '## Four' })
  expect(pages.current('cookies')).toMatchObject({ version: 3, text: '## One' })
  expect(changes).toBe(2)
})

function save(page: PageName, version: number, text: string | null, pool = db) {
  return savePage(pool, admin, { page, version }, text)
}
