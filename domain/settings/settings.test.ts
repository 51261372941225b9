import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { newId } from '#platform/id.server.ts'
import { formatTime, writeDatesIn } from '#platform/text/dates.ts'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { type SettingsChange, saveSettings, setBack } from './commands.server.ts'
import { readSection } from './form.server.ts'
import { recordedChanges, settingsOf, storedSettings, versionOf, watchSettings } from './queries.server.ts'
import {
  DATE_LOCALES,
  type LockedSettings,
  SETTINGS_MESSAGES,
  type Section,
  SITE_SETTINGS,
  type SiteSettings,
} from './rules.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)
const none = {} as LockedSettings

async function save(section: Section, values: Partial<SiteSettings>, viewer: Viewer = admin, locked = none) {
  const change: SettingsChange = { section, version: await version(section), values }
  return saveSettings(db, viewer, change, locked)
}

async function version(section: Section): Promise<number> {
  return versionOf(await storedSettings(db), section)
}

async function inForce(locked = none): Promise<SiteSettings> {
  return settingsOf(await storedSettings(db), locked)
}

describe('saveSettings', () => {
  it('stores what differs, and records it with before and after (ADM-110)', async () => {
    const change = { productName: 'Ink House', tagline: (await inForce()).tagline }
    expect(await save('site', change)).toEqual({ ok: true, value: 1 })
    expect((await inForce()).productName).toBe('Ink House')
    expect(await db.rows(sql`select name, changed_by as by from site_settings`)).toEqual([
      { name: 'productName', by: admin.id },
    ])
    const entry = sql`
      select subject_type as "subjectType", subject_name as "subjectName", before, after
      from audit_log where action = 'settings_changed'`
    expect(await db.rows(entry)).toEqual([
      {
        subjectType: 'settings',
        subjectName: 'Site',
        before: { productName: 'Creative Dojo' },
        after: { productName: 'Ink House' },
      },
    ])
    expect(await save('site', change)).toEqual({ ok: true, value: 0 })
    expect(await db.rows(entry)).toHaveLength(1)
  })

  it('refuses one of two administrators who save at once (ADM-111)', async () => {
    const seen = await version('contests')
    const other = await makeAdmin(db)
    const outcomes = await Promise.all([
      saveSettings(db, admin, { section: 'contests', version: seen, values: { showVotes: false } }, none),
      saveSettings(
        another(),
        other,
        { section: 'contests', version: seen, values: { allowComments: false } },
        none,
      ),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      code: 'conflict',
      message: SETTINGS_MESSAGES.changed,
    })
    const { showVotes, allowComments } = await inForce()
    expect([showVotes, allowComments].filter(Boolean)).toHaveLength(1)
    // Another section is not concerned.
    expect(await save('voting', { moderation: 'before' })).toMatchObject({ ok: true })
  })

  it('refuses what the environment sets, which counts above what is stored (ADM-113)', async () => {
    const locked = { ...none, moderation: 'after' as const }
    expect(await save('voting', { moderation: 'before' }, admin, locked)).toMatchObject({
      code: 'conflict',
      message: 'Set by MODERATION on the server',
    })
    await save('voting', { moderation: 'before' })
    expect((await inForce(locked)).moderation).toBe('after')
    expect((await inForce()).moderation).toBe('before')
  })

  it('is refused to members and moderators', async () => {
    const before = await storedSettings(db)
    for (const viewer of [null, await makeMember(db), await makeMember(db, { isModerator: true })])
      expect(await save('site', { productName: 'Mine' }, viewer)).toMatchObject({ code: 'forbidden' })
    expect(await storedSettings(db)).toEqual(before)
  })

  it('is seen by another process that looks, and by none that has not', async () => {
    const changes: string[] = []
    const watch = watchSettings(another(), none, () => changes.push(watch.current().tagline))
    await watch.refresh()
    await save('site', { tagline: 'Draw at dawn' })
    expect(watch.current().tagline).not.toBe('Draw at dawn')
    await Promise.all([watch.refresh(), watch.refresh()])
    expect(watch.current().tagline).toBe('Draw at dawn')
    expect(changes.at(-1)).toBe('Draw at dawn')
    const heard = changes.length
    await watch.refresh()
    expect(changes).toHaveLength(heard)
  })
})

describe('setBack (ADM-114)', () => {
  async function lastChange(): Promise<string> {
    const [change] = await recordedChanges(db, admin)
    return change?.id ?? ''
  }

  it('sets back what a change has set, and can itself be set back', async () => {
    const { tagline } = await inForce()
    await save('site', { tagline: 'Draw at noon', socialLinks: ['https://x.com/ink'] })
    expect(await setBack(db, admin, await lastChange(), none)).toEqual({ ok: true, value: 2 })
    expect(await inForce()).toMatchObject({ tagline, socialLinks: [] })
    expect(await setBack(db, admin, await lastChange(), none)).toMatchObject({ ok: true })
    expect(await inForce()).toMatchObject({ tagline: 'Draw at noon', socialLinks: ['https://x.com/ink'] })
  })

  it('is refused once a value was changed again, is locked, or for what is no change', async () => {
    await save('site', { tagline: 'One' })
    const change = await lastChange()
    const locked = { ...none, tagline: 'Fixed' } as LockedSettings
    expect(await setBack(db, admin, change, locked)).toMatchObject({ code: 'conflict' })
    await save('site', { tagline: 'Two' })
    expect(await setBack(db, admin, change, none)).toMatchObject({
      code: 'conflict',
      message: 'Tagline was changed again since. Set it in its form.',
    })
    expect(await setBack(db, admin, newId(), none)).toMatchObject({ code: 'not-found' })
    expect(await setBack(db, await makeMember(db, { isModerator: true }), change, none)).toMatchObject({
      code: 'forbidden',
    })
    expect((await inForce()).tagline).toBe('Two')
  })

  it('is done once where two administrators confirm it at once', async () => {
    await save('voting', { voterDays: 3 })
    const change = await lastChange()
    const outcomes = await Promise.all([
      setBack(db, admin, change, none),
      setBack(another(), admin, change, none),
    ])
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect((await inForce()).voterDays).toBe(0)
  })
})

it('stores no value of more than 8,000 bytes', async () => {
  const large = db.rows(sql`
    insert into site_settings (name, value) values ('large', to_jsonb(repeat('x', 8000)))`)
  await expect(large).rejects.toThrow('site_settings_value_check')
})

it('takes a stored value that it cannot read, as of another release, for none', () => {
  const stored = [
    { name: 'moderation', value: 'never', version: 1 },
    { name: 'socialLinks', value: ['javascript:alert(1)'], version: 1 },
    { name: 'ofAnotherRelease', value: 1, version: 1 },
  ]
  expect(settingsOf(stored, none)).toMatchObject({ moderation: 'after', socialLinks: [] })
})

describe('the logo (ADM-152)', () => {
  async function makeLogo(width = 192): Promise<string> {
    const id = newId()
    await db.rows(sql`
      insert into images (id, owner_id, purpose, width, height, widths, bytes)
      values (${id}, ${admin.id}, 'logo', ${width}, ${width}, '{96,192}', 1)`)
    return id
  }

  it('is an image that any administrator uploaded, large enough for an icon', async () => {
    const logo = await makeLogo()
    expect(await save('look', { logo }, await makeAdmin(db))).toMatchObject({ ok: true })
    expect((await inForce()).logo).toBe(logo)
    expect(await save('look', { logo: await makeLogo(191) })).toMatchObject({
      code: 'invalid',
      message: SETTINGS_MESSAGES.logoSmall,
    })
    const avatar = newId()
    await db.rows(sql`
      insert into images (id, owner_id, purpose, width, height, widths, bytes)
      values (${avatar}, ${admin.id}, 'avatar', 384, 384, '{96,192,384}', 1)`)
    for (const other of [avatar, newId()])
      expect(await save('look', { logo: other })).toMatchObject({ message: SETTINGS_MESSAGES.logoLost })
    expect((await inForce()).logo).toBe(logo)
  })

  it('can be set back, and not to an image that is gone', async () => {
    const { logo: before } = await inForce()
    await save('look', { logo: '' })
    const [change] = await recordedChanges(db, admin)
    expect(await setBack(db, admin, change?.id ?? '', none)).toMatchObject({ ok: true })
    expect((await inForce()).logo).toBe(before)
    await save('look', { logo: '' })
    const [later] = await recordedChanges(db, admin)
    await db.rows(sql`delete from images where id = ${before}`)
    expect(await setBack(db, admin, later?.id ?? '', none)).toMatchObject({
      code: 'conflict',
      message: SETTINGS_MESSAGES.logoLost,
    })
  })
})

it('shows with each language of dates how they look in it (ADM-151)', () => {
  const { choices = {} } = SITE_SETTINGS.dates
  expect(Object.keys(choices)).toEqual(DATE_LOCALES)
  for (const [locale, label] of Object.entries(choices)) {
    writeDatesIn(locale)
    const date = formatTime(new Date('2026-11-21T18:05:00Z'), 'datetime', 'UTC')
    expect(label.split(': ')[1]).toBe(date.replace('\u00a0', ' '))
  }
  writeDatesIn(SITE_SETTINGS.dates.initial)
})

describe('readSection', () => {
  function read(section: Section, fields: Record<string, string>, locked = none) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return readSection(section, form, locked)
  }

  const site = { productName: 'Ink', tagline: 'Draw', contactEmail: 'a@b.example', socialLinks: '' }

  it.each([
    ['productName', 'x'.repeat(61)],
    ['productName', '\u200b'],
    ['tagline', 'x'.repeat(161)],
    ['contactEmail', 'a@b'],
    ['contactEmail', `a@${'b'.repeat(250)}.example`],
    ['socialLinks', 'javascript:alert(1)'],
    ['socialLinks', 'https://x.com/a '.repeat(9)],
    ['socialLinks', `https://x.com/${'a'.repeat(200)}`],
  ] as const)('refuses %s %s', (name, value) => {
    expect(read('site', { ...site, [name]: value })).toEqual({
      ok: false,
      errors: { [name]: SETTINGS_MESSAGES[name] },
    })
  })

  it('leaves out locked fields, which browsers do not send', () => {
    const { productName, ...rest } = site
    const locked = { ...none, productName: 'Night School' }
    expect(read('site', rest, locked)).toEqual({ ok: true, values: { ...rest, socialLinks: [] } })
    expect(read('site', rest)).toMatchObject({ ok: false })
  })
})
