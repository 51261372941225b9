import fc from 'fast-check'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { signIn } from '#domain/sessions/sign-in.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { isDisplayName, normaliseDisplayName } from './display-name.ts'
import { PROFILE_MESSAGES } from './rules.ts'
import { saveProfile } from './save-profile.server.ts'
import { isReservedName, numberedName } from './unique-names.server.ts'

const { db, another } = await testDatabase()

const site = { productName: 'Creative Dojo' }

describe('a reserved name', () => {
  it.each([
    'Admin',
    'аdmin Kenji',
    'Administrator',
    'SysAdmin',
    'A d m i n',
    'The Moderators',
    'Anonymous Ninja',
    'Anonymous Ninja 2',
    'Anonymous Ninjas',
    'Creative Dojo',
    'Сreative D0jo',
    'The CreativeDojo Team',
    'Dojo Organiser',
    'The Organizers',
    'Àdmin',
    'Site Staff',
    'Moderation Team',
    'Help Desk',
    'Helpdesk',
    'The Jury',
    'Sysadmin',
    'Mod Team',
    'Official',
    'ᴀᴅᴍɪɴ',
    'AdminKenji',
    'Admin10',
    'Staf f',
    'Модератор',
    'Администратор',
    'Адміністратор',
    '管理员',
    'Webmaster',
    'Judge',
    'The Anonymous Ninja',
    'adminteam',
    'A.d.m.i.n Team',
    'Owners',
    'The Officials',
    'ᗩᗪᗰIᑎ',
    'ꭺꭰꮇꮖꮑ',
    'Adm│n',
    'Adm￨n',
    'M○derator',
  ])('%s is for administrators only', async (name) => {
    expect(isReservedName(name, 'Creative Dojo')).toBe(true)
    const member = await makeMember(db)
    const refusal = await saveProfile(db, member, named(name), site)
    expect(refusal).toMatchObject({ message: PROFILE_MESSAGES.nameReserved, field: 'displayName' })
  })

  it.each([
    ...['Badminton Fan', 'Modesta', 'Adam Inn', 'Creative Fox', 'Dojo Cat', 'Silent Ninja 2'],
    ...[
      'Judgement Day',
      'Systematic',
      'Solar System',
      'Team Rocket',
      'Modo',
      'Undeleted',
      'K@te 5',
      'The',
      'Creative',
      'Injury',
      'Moderate Breeze',
      'Security Camera',
    ],
  ])('%s is not reserved', (name) => {
    expect(isReservedName(name, 'Creative Dojo')).toBe(false)
  })

  it('of one word does not reserve the names that contain it', () => {
    expect(isReservedName('Ninja', 'Ninja')).toBe(true)
    expect(isReservedName('Agile Ninja', 'Ninja')).toBe(false)
    expect(isReservedName('Agile Ninja', '')).toBe(false)
  })

  it('is accepted from an administrator', async () => {
    const member = await makeMember(db, { isAdmin: true })
    expect(await saveProfile(db, member, named('Admin Akemi'))).toMatchObject({ ok: true })
  })
})

describe('a taken name', () => {
  it('is refused in any look-alike form, with its field', async () => {
    await makeMember(db, { displayName: 'Lantern Keeper' })
    const member = await makeMember(db)
    for (const twin of ['Lantern Keeper', 'lantern keeper', 'ʟantern\u3164 ᴋeeper', 'Lantem Keeper']) {
      const refusal = await saveProfile(db, member, named(twin))
      expect(refusal).toMatchObject({ ok: false, code: 'conflict', field: 'displayName' })
    }
    expect(await nameOf(member.id)).toBe(member.displayName)
  })

  it('is refused with a suggestion', async () => {
    await makeMember(db, { displayName: 'Moonlit Otter' })
    for (let number = 2; number <= 11; number++)
      await makeMember(db, { displayName: `Moonlit Otter ${number}` })
    const member = await makeMember(db)
    const refusal = await saveProfile(db, member, named('moonlit otter'))
    const free = /such as (moonlit otter \d{2,3})\./.exec(refusal.ok ? '' : refusal.message)?.[1] ?? ''
    expect(await saveProfile(db, member, named(free))).toMatchObject({ ok: true })
  })

  it('may change its own case', async () => {
    const member = await makeMember(db, { displayName: 'paper lamp' })
    expect(await saveProfile(db, member, named('Paper Lamp'))).toMatchObject({ ok: true })
  })

  it('is given to one of many members who choose it concurrently', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => makeMember(db)))
    const pools = [db, another()]
    const saved = await Promise.all(
      members.map((member, i) => saveProfile(pools[i % 2] ?? db, member, named('Only One'))),
    )
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

it.each([
  'Keeper of the Gateٴ',
  'Keeper of the Gateՙ',
  'Keeper of the Gateﹳ',
  'Lаntern Keeper',
  'ᗩlice',
  'Adm丨n',
  'Admㅣn',
  'M᧐derator',
  'Mㅇderatㅇr',
  'Keeper of 丅he Gate',
  'Keeper of ㄒhe Gate',
  'Anonymous Ninـja',
  'Keeper٥',
])('refuses letters of different scripts: %s', async (name) => {
  const member = await makeMember(db)
  const refusal = await saveProfile(db, member, named(name))
  expect(refusal).toMatchObject({ message: PROFILE_MESSAGES.nameScripts, field: 'displayName' })
})

it.each([
  'Kenji 狐',
  '静かな Koi',
  'Minji 김',
  'さくらSakura',
  'Miku ㅋㅋ',
  'Jiの一日',
  'محمد ٥',
  'Ім\u02bcя',
  'नीला ७',
  'カタカナー ひらがな 漢字',
  'Ольга 7',
  'Ελένη',
  'नीला',
  'ᏣᎳᎩ',
  "Ka'iulani",
])('accepts letters of one script, and Latin with Chinese, Japanese and Korean: %s', async (name) => {
  expect(await saveProfile(db, await makeMember(db), named(name))).toMatchObject({ ok: true })
})

it('compares a letter that looks like a mark with itself', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  expect(await saveProfile(db, ann, named('\u109E'))).toMatchObject({ ok: true })
  expect(await saveProfile(db, ben, named('\u109E'))).toMatchObject({ ok: false })
  expect(await saveProfile(db, ben, named('\u109E\u109E'))).toMatchObject({ ok: true })
})

it('lets a member keep a name that mixes scripts', async () => {
  const member = await makeMember(db, { displayName: 'Mixеd Letters' })
  expect(await saveProfile(db, member, named('Mixеd Letters'))).toMatchObject({ ok: true })
})

it.each(['\u0301', '\u093e \u20dd'])('refuses a name of combining marks only: %j', async (name) => {
  const member = await makeMember(db)
  expect(await saveProfile(db, member, named(name))).toMatchObject({ message: PROFILE_MESSAGES.name })
})

it.each(['Ze\u0323\u0330\u0334\u0353', 'Q\u0301\u0302\u0303', `ก${'็'.repeat(5)}`])(
  'refuses a name with too many combining marks: %j',
  async (name) => {
    const member = await makeMember(db)
    expect(await saveProfile(db, member, named(name))).toMatchObject({ message: PROFILE_MESSAGES.nameMarks })
  },
)

it.each(['Q\u0301\u0302', 'Nguyễn', 'တို့ကြောင်', 'กี่'])(
  'accepts a name with the marks of its script: %j',
  async (name) => {
    expect(await saveProfile(db, await makeMember(db), named(name))).toMatchObject({ ok: true })
  },
)

it('refuses a name of a million characters before it is normalised', async () => {
  const member = await makeMember(db)
  const raw = {
    length: 1_000_000,
    normalize: () => {
      throw new Error('It was normalised')
    },
  } as unknown as string
  expect(await saveProfile(db, member, named(raw))).toMatchObject({ message: PROFILE_MESSAGES.nameLength })
})

it('gives new members a free name if the short ones are used up', async () => {
  const { random } = Math
  try {
    Math.random = () => 0.5
    const claims = { issuer: 'https://provider.example', email: null, emailVerified: false, name: null }
    const first = await signIn(db, { ...claims, subject: 'first' })
    const second = await signIn(db, { ...claims, subject: 'second' })
    const [one, two] = [await nameOf(first.memberId), await nameOf(second.memberId)]
    expect(one).toMatch(/^\w+ \w+ 500$/)
    expect(two).toMatch(/^\w+ \w+ \d{4,}$/)
  } finally {
    Math.random = random
  }
})

it('numbers a name within 50 characters', () => {
  expect(numberedName('x'.repeat(50), 4, () => 0.999)).toHaveLength(50)
  expect(numberedName('Fox', 1, () => 0)).toBe('Fox 2')
  expect(numberedName('Silent Koi 77', 1, () => 0)).toBe('Silent Koi 2')
  expect(numberedName(`${'x'.repeat(46)}👩\u200d🎨`, 1, () => 0)).toBe(`${'x'.repeat(46)}👩 2`)
})

it('numbers every display name to a display name', () => {
  const unit = fc.constantFrom(...'a 7عر्कര葛👩🎨🏴🏽❤\u{e0067}\u{e007f}\u{e0100}\u200c\u200d\ufe0f⃣́')
  const names = fc
    .string({ unit, minLength: 40, maxLength: 60 })
    .map(normaliseDisplayName)
    .filter(isDisplayName)
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 9 }), (name, attempt) => {
      expect(numberedName(name, attempt)).toSatisfy(isDisplayName)
    }),
    { numRuns: 2_000 },
  )
})

function named(displayName: string) {
  return { displayName, bio: '', avatar: 'keep' } as const
}

async function nameOf(id: string): Promise<string> {
  const row = await db.row<{ name: string }>(sql`select display_name as name from users where id = ${id}`)
  return row?.name ?? ''
}
