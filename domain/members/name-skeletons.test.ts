import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { isDisplayName, normaliseDisplayName } from '#domain/members/display-name.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { fillNameSkeletons } from './fill-name-skeletons.server.ts'
import { nameSkeleton } from './unique-names.server.ts'

const { db, another } = await testDatabase()

describe('the skeleton of a name', () => {
  it.each([
    ['Keeper of the Gate', 'keeper OF the gate'],
    ['Keeper of the Gate', 'Кеерer оf thе Gаtе'],
    ['Keeper of the Gate', 'Ｋｅｅｐｅｒ of the Gate'],
    ['Keeper of the Gate', '𝐊𝐞𝐞𝐩𝐞𝐫 𝑜𝑓 𝔱𝔥𝔢 𝓖𝓪𝓽𝓮'],
    ['Keeper of the Gate', 'Keeper\u3164 of\u200b the\u00ad Gate\u2800'],
    ['Keeper of the Gate', 'Κeeper of the Gate'],
    ['Paul', 'PauI'],
    ['Paul', 'Pau1'],
    ['ALICE', 'AlICE'],
    ['Warner', 'Wamer'],
    ['O0O', '0o0'],
    ['Zo\u00eb', 'Zoe\u0308'],
    ['ВЕРА', 'вера'],
    ['Борис', 'БОРИС'],
    ['Straße', 'STRASSE'],
    ['Zoe', 'Zoë'],
    ['Keeper of the Gate', 'Keeper-of-the-Gáte.'],
    ['Anna 12', 'Anna12'],
    ['Keeper of the Gate', 'ᴋᴇᴇᴘᴇʀ ᴏꜰ ᴛʜᴇ ɢᴀᴛᴇ'],
    ['Keeper of the Gate', 'Keeper of the Gaᴛe'],
    ['Keeper of the Gate', 'Keeper of thǝ Gⱥtє'],
    ['Keeper of the Gate', 'Keepeɾ of the Gate'],
    ['Keeper of the Gate', 'Keeƿer of the Gate'],
    ['Keeper of the Gate', 'Keeper of the Gate \u0323'],
    ['Keeper of the Gate', 'Keeper \u00b4of the Gate.\u0307'],
    ['Anna 12', 'Anna 1\u03012'],
    ['👩🎨 Ana', '👩\u200d🎨 Ana'],
    ['علیرضا', 'علی\u200cرضا'],
    ['क्ष', 'क्\u200dष'],
    ['❤ Ana', '❤\ufe0f Ana'],
    ['葛城', '葛\u{e0100}城'],
    ['Keeper of the Gate', 'Keeper of the Gateˬ'],
    ['Keeper of the Gate', 'Keeper of the Gateꞈˑ'],
  ])('is equal for %s and %s', (name, twin) => {
    expect(nameSkeleton(twin)).toBe(nameSkeleton(name))
  })

  it.each([
    ['Quiet Fox 1', 'Quiet Fox 2'],
    ['Anna', 'Hanna'],
    ['कि', 'की'],
    ['🔥', '🥷'],
    ['Кот', 'Кит'],
    ['Silent Koi 77', 'Silent Koi 7'],
    ['静かな狐', '静かな鯉'],
    ['ラーメン', 'ラメン'],
  ])('differs for %s and %s', (name, other) => {
    expect(nameSkeleton(name)).not.toBe(nameSkeleton(other))
  })

  it('fits the index for all letters', () => {
    const widest = normaliseDisplayName('꽦'.repeat(50))
    expect(Buffer.byteLength(nameSkeleton(widest))).toBeLessThanOrEqual(2_000)
  })
})

describe('members of earlier releases', () => {
  it('get skeletons, and a number if the name is taken', async () => {
    await insertWithout(['Old Twin', 'old twin', 'Оld Twin', 'x'.repeat(50), 'X'.repeat(50), 'Old Single'])
    await insertWithout(['Old Twin'], true)
    const filled = await Promise.all([fillNameSkeletons(db), fillNameSkeletons(another())])
    expect(filled[0] + filled[1]).toBe(7)
    const rows = await db.rows<{ name: string; skeleton: string; isAdmin: boolean }>(sql`
      select display_name as name, name_skeleton as skeleton, is_admin as "isAdmin" from users`)
    expect(
      rows.filter(({ name, skeleton }) => skeleton !== nameSkeleton(name) || !isDisplayName(name)),
    ).toEqual([])
    expect(rows.filter(({ name }) => /^[OО]ld Twin \d+$/i.test(name))).toHaveLength(3)
    expect(rows.find(({ name }) => name === 'Old Twin')).toMatchObject({ isAdmin: true })
    expect(rows.some(({ name }) => name === 'Old Single')).toBe(true)
    expect(await fillNameSkeletons(db)).toBe(0)
  })

  it('keep the name that deleted accounts share', async () => {
    await insertWithout(['Anonymous Ninja', 'Anonymous Ninja'])
    const member = await makeMember(db)
    await db.rows(
      sql`update users set display_name = 'Anonymous Ninja', name_skeleton = null where id = ${member.id}`,
    )
    expect(await fillNameSkeletons(db)).toBe(0)
    const rows = await db.rows(sql`select name_skeleton from users where display_name = 'Anonymous Ninja'`)
    expect(rows).toEqual([{ name_skeleton: null }, { name_skeleton: null }, { name_skeleton: null }])
  })
})

async function insertWithout(names: string[], isAdmin = false): Promise<void> {
  await db.rows(sql`
    insert into users (id, display_name, avatar_preset, is_admin)
    select gen_random_uuid(), name, 1, ${isAdmin} from unnest(${names}::text[]) as name`)
}
