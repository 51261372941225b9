import sql from 'sql-template-tag'
import prototypes from 'unhomoglyph/data.json' with { type: 'json' }
import { normaliseDisplayName, withoutJoiners } from '#domain/members/display-name.ts'
import { deletedMemberName, longestDisplayName } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

const lookalikes = new Map<string, string>(Object.entries(prototypes))
const smallLookalikes = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢǝɘєɇⱥɐɾɼɽƿᗩᗪᗰᑎꭺꭰꮇꮖꮑ¦│┃⏐❘㇑○◯⚪⭕⊙'
const smallLetters = 'abcdefghijklmnoprstuvwyzeeeeaarrrpadmnadminllllllooooo'
/** What the table lacks: small capitals, turned letters, lines and circles. */
const smallForms = new Map(
  [...smallLookalikes].map((letter, index) => [letter, smallLetters[index]] as const),
)

/**
 * The form of a display name in which look-alike names are equal: the skeleton of Unicode TR39 over case-folded
 * letters, without accents, spaces and punctuation, and with i and l as one letter, because a capital I looks like a
 * small l. Not for display.
 */
export function nameSkeleton(displayName: string): string {
  const name = withoutJoiners(displayName)
  const skeleton = mapped([...name.normalize('NFD')].map(foldedLetter).join(''))
    .normalize('NFD')
    .replaceAll('i', 'l')
    // Marks of other scripts are vowels and tones that distinguish names.
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+|(?<![\p{L}\p{M}])\p{M}+/gu, '$1')
  // Modifier letters of no script look like punctuation.
  const letters = skeleton.replace(/[^\p{L}\p{M}\p{N}]|(?=\p{Script_Extensions=Common})\p{Lm}/gu, '')
  // A name of symbols only has nothing else to compare, and one of characters that look like marks only itself.
  return letters || skeleton || name
}

/** The ASCII look-alike of a letter or of its capital, in lower case; otherwise the letter in lower case. */
function foldedLetter(letter: string): string {
  const capital = letter.toUpperCase()
  const ascii = [letter, capital].map(mapped).find((form) => /^[\x21-\x7e]+$/.test(form))
  return smallForms.get(letter.toLowerCase()) ?? (ascii ?? mapped(capital.toLowerCase())).toLowerCase()
}

function mapped(text: string): string {
  return [...text].map((letter) => lookalikes.get(letter) ?? letter).join('')
}

const eastAsian = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}'
const otherScript = new RegExp(
  `(?![\\p{scx=Latin}${eastAsian}\\p{scx=Common}\\p{scx=Inherited}])[\\p{L}\\p{N}]`,
  'u',
)
const strokes = '丨亅丁丄丅一丶〇口ロ〡ㄒㄧㅁㅣㅡㅇㅜ\\u110b\\u116e\\u1173\\u1175'
const latinBesideStroke = new RegExp(`\\p{sc=Latin}[${strokes}]|[${strokes}]\\p{sc=Latin}`, 'u')

/** Whether Latin letters stand beside those of a script other than Chinese, Japanese and Korean, or beside a stroke. */
export function mixesScripts(displayName: string): boolean {
  const name = displayName.normalize('NFC')
  return /\p{sc=Latin}/u.test(name) && (otherScript.test(name) || latinBesideStroke.test(name))
}

const roles = 'helpdesk judge jury mod official owner staff support sysop webmaster админ адмін'
const titles =
  'administrat moderation moderator organiser organizer администратор адміністратор модератор 管理员'
const roleSkeletons = roles.split(' ').map(nameSkeleton)
const titleSkeletons = [...titles.split(' '), deletedMemberName].map(nameSkeleton)
const admin = nameSkeleton('admin')

/** Whether a name is for administrators only: one that passes for the site, its staff or deleted accounts. */
export function isReservedName(displayName: string, productName: string): boolean {
  const unnumbered = withoutJoiners(displayName).replace(/\d+(?![\p{L}\p{N}])/gu, '')
  const [whole, product] = [nameSkeleton(unnumbered), nameSkeleton(productName)]
  if (whole === product || (productName.includes(' ') && whole.includes(product))) return true
  if (titleSkeletons.some((title) => whole.includes(title))) return true
  const words = [whole, ...unnumbered.split(/[^\p{L}\p{M}\p{N}]+/u).map(nameSkeleton)]
  const isRole = (word: string) =>
    roleSkeletons.includes(word) || roleSkeletons.includes(word.replace(/s$/, ''))
  return words.some((word) => isRole(word) || word.startsWith(admin) || word.endsWith(admin))
}

/** Whether PostgreSQL refused a name because its skeleton is taken. */
export function isNameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'users_name_skeleton'
}

/** A free name: the given one with a number after it, longer if short ones are taken. */
export async function freeNameLike(db: Db, name: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const free = numberedName(name, attempt)
    const owner = await db.row(sql`select 1 from users where name_skeleton = ${nameSkeleton(free)}`)
    if (!owner) return free
  }
}

/** The name with a random number after it, within 50 characters; the number grows with the attempts. */
export function numberedName(name: string, attempt: number, random: () => number = Math.random): string {
  const number = String(2 + Math.floor(random() * 10 ** Math.min(attempt, 9)))
  const characters = [...name.replace(/\s+\d+$/, '')]
  const cut = characters.slice(0, longestDisplayName - number.length - 1).join('')
  // A cut emoji or letter may end in a joiner, which the form would remove.
  return `${normaliseDisplayName(cut)} ${number}`
}
