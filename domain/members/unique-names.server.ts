import sql from 'sql-template-tag'
import prototypes from 'unhomoglyph/data.json' with { type: 'json' }
import { deletedMemberName, normaliseDisplayName, numberedName } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'

const lookalikes = new Map<string, string>(Object.entries(prototypes))
const printableAscii = /^[\x21-\x7e]+$/

/**
 * The form of a display name in which look-alike names are equal: the skeleton of Unicode TR39 over case-folded
 * letters, without accents, spaces and punctuation, and with i and l as one letter, because a capital I looks like a
 * small l. Not for display.
 */
export function nameSkeleton(displayName: string): string {
  const words = skeletonWords(displayName)
  // A name of symbols only has nothing else to compare, and one of characters that look like marks only itself.
  return withoutSpaces(words) || words || normaliseDisplayName(displayName)
}

function skeletonWords(displayName: string): string {
  const letters = [...normaliseDisplayName(displayName).normalize('NFD')]
  return mapped(letters.map(enclosedLetter).map(foldedLetter).join(''))
    .normalize('NFD')
    .replaceAll('i', 'l')
    .replace(accented, '$1')
    .replace(markOnNoLetter, '')
}

const markOnNoLetter = /(?<![\p{L}\p{M}])\p{M}+/gu
// Marks of other scripts are vowels and tones that distinguish names.
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
/** Letters in dark circles and squares and of flags, and digits in circles, which Unicode does not decompose. */
const enclosed = [
  ...['🅐', '🅰', '🇦'].map((first) => ({ first, from: 97, count: 26 })),
  ...['❶', '➀', '➊', '⓵'].map((first) => ({ first, from: 49, count: 9 })),
  { first: '⓿', from: 48, count: 1 },
].map((range) => ({ ...range, first: range.first.codePointAt(0) ?? 0 }))

function enclosedLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const range = enclosed.find(({ first, count }) => code >= first && code < first + count)
  return range ? String.fromCharCode(range.from + code - range.first) : letter
}

/**
 * Whether a name is for administrators only: names that pass for the site or its staff, and look-alikes of the name of
 * deleted accounts. A product name of one word is reserved alone; one of several words also within a name.
 */
export function isReservedName(displayName: string, productName: string): boolean {
  return [displayName, withSubstitutions(displayName)].some((name) => isReserved(name, productName))
}

function isReserved(displayName: string, productName: string): boolean {
  const whole = nameSkeleton(displayName)
  const product = nameSkeleton(productName)
  const hasProduct = productName.trim().includes(' ') ? whole.includes(product) : whole === product
  const unnumbered = displayName.replace(/\d+(?![\p{L}\p{N}])/gu, '')
  const words = wordsOf(unnumbered)
  const siteWords = ['the', ...wordsOf(productName)]
  const withoutSite = words.filter((word) => !siteWords.includes(word)).join('')
  return (
    (product !== '' && hasProduct) ||
    whole.includes(anonymous) ||
    siteNames.includes(withoutSite) ||
    (withoutSite === '' && words.filter(Boolean).length > 1) ||
    [...words, ...wordsOf(unnumbered.replace(camelCase, '$1 ')), nameSkeleton(unnumbered)].some(isStaffWord)
  )
}

function isStaffWord(word: string): boolean {
  const rest = word.startsWith(admin) ? word.slice(admin.length) : null
  return (
    [word, word.replace(/s$/, '')].some((form) => roles.includes(form)) ||
    word.endsWith(admin) ||
    (rest !== null && [...roles, ...companions].includes(rest)) ||
    titles.some((title) => word.includes(title))
  )
}

function wordsOf(name: string): string[] {
  return skeletonWords(name).split(/[^\p{L}\p{M}\p{N}]+/u)
}

/** The name with letters instead of the characters commonly written for them, such as 0 for o. */
function withSubstitutions(displayName: string): string {
  return [...displayName].map((character) => substitutions.get(character.toLowerCase()) ?? character).join('')
}

const substitutions = new Map(
  Object.entries({
    '4': 'a',
    '@': 'a',
    λ: 'a',
    δ: 'a',
    '3': 'e',
    '!': 'i',
    '¡': 'i',
    '5': 's',
    $: 's',
    '7': 't',
  }),
)
/** Look-alikes that TR39 does not have, or not in small: small capitals, turned letters, other scripts, lines, circles. */
const otherLookalikes = new Map(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢǝɘєɇⱥɐɾɼɽƿᗩᗪᗰᑎꭺꭰꮇꮖꮑ¦│┃⏐❘㇑○◯⚪⭕⊙'].map(
    (letter, index) =>
      [letter, 'abcdefghijklmnoprstuvwyzeeeeaarrrpadmnadminllllllooooo'[index] ?? letter] as const,
  ),
)
const camelCase = /(\p{Ll})(?=\p{Lu})/gu
const admin = nameSkeleton('admin')
/** Reserved as a word of a name, also in the plural. */
const roles = [
  ...[
    'admin',
    'helpdesk',
    'judge',
    'jury',
    'mod',
    'official',
    'owner',
    'staff',
    'support',
    'sysop',
    'webmaster',
    'админ',
    'адмін',
  ],
].map(nameSkeleton)
/** Reserved in one word with admin before it. */
const companions = ['account', 'bot', 'crew', 'desk', 'help', 'office', 'team'].map(nameSkeleton)
/** Reserved also within a word. */
const titles = [
  ...[
    'administrat',
    'moderation',
    'moderator',
    'organiser',
    'organizer',
    'администратор',
    'адміністратор',
    'модератор',
  ],
  ...['管理员', '管理員'],
].map(nameSkeleton)
/** Reserved as a whole name, with or without words of the product name. */
const siteNames = [
  ...['deleted', 'deleted account', 'deleted member', 'deleted user'],
  ...['help desk', 'organisation team', 'organization team', 'security team'],
  ...['root', 'system', 'team'],
].map(nameSkeleton)
const anonymous = nameSkeleton(deletedMemberName)

/** Without spaces, punctuation, and modifier letters of no script, which look like punctuation. */
function withoutSpaces(skeleton: string): string {
  return skeleton.replace(/[^\p{L}\p{M}\p{N}]|(?=\p{Script_Extensions=Common})\p{Lm}/gu, '')
}

/**
 * Whether the letters and digits of a name are of different scripts, as Unicode TR39 restricts identifiers: Latin may
 * stand beside Chinese, Japanese and Korean, unless these look like Latin letters; any other script alone.
 */
export function mixesScripts(displayName: string): boolean {
  const name = displayName.normalize('NFC')
  const found = new Set([...name].flatMap(scriptOf))
  const isLatinBesideEastAsian =
    found.has('Latin') && found.has('East Asian') && !latinBesideStrokes.test(name)
  return found.size > 2 || (found.size === 2 && !isLatinBesideEastAsian)
}

/** Strokes and letters of East Asia that pass for l, o, T or a hyphen. */
const strokes = '丨亅丁丄丅一丶〇口ロ〡ㄒㄧㅁㅣㅡㅇㅜ\\u110b\\u116e\\u1173\\u1175'
const latinBesideStrokes = new RegExp(`\\p{Script=Latin}[${strokes}]|[${strokes}]\\p{Script=Latin}`, 'u')

/** The script of a letter or digit; none if it is common to several of them. */
function scriptOf(character: string): string[] {
  if (!/[\p{L}\p{N}]/u.test(character) || /\p{Script=Inherited}/u.test(character)) return []
  const own = scripts.filter(([, pattern]) => pattern.test(character)).map(([name]) => name)
  if (/\p{Script=Common}/u.test(character)) return own.length === 1 ? own : []
  return own.length === 0 ? ['rare'] : own.slice(0, 1)
}

/** With the characters that a script shares with few others. */
const scripts: [string, RegExp][] = [
  ['East Asian', /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u],
  ...[
    ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Armenian', 'Bengali', 'Devanagari', 'Ethiopic', 'Georgian'],
    ...[
      'Gujarati',
      'Gurmukhi',
      'Hebrew',
      'Kannada',
      'Khmer',
      'Lao',
      'Malayalam',
      'Myanmar',
      'Oriya',
      'Sinhala',
    ],
    ...['Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
  ].map((name): [string, RegExp] => [name, new RegExp(`\\p{scx=${name}}`, 'u')]),
]

/** Whether a name mixes Latin letters with look-alikes of other scripts. */
export function hasFakeLetters(displayName: string): boolean {
  const letters = [...normaliseDisplayName(displayName).normalize('NFD')]
  const isFake = (letter: string) =>
    /\p{L}/u.test(letter) && !printableAscii.test(letter) && printableAscii.test(foldedLetter(letter))
  return letters.some((letter) => /[a-z]/i.test(letter)) && letters.some(isFake)
}

/** Whether PostgreSQL refused a name because its skeleton is taken. */
export function isNameTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'users_name_skeleton'
}

/**
 * Computes missing skeletons in batches. If a name is taken, the member gets a number after it; administrators and then
 * older members keep theirs. Safe in several processes at once. Stops between batches when `signal` aborts. Returns how
 * many were computed.
 */
export async function fillNameSkeletons(
  db: Db,
  { signal, batchSize = 5_000 }: { signal?: AbortSignal; batchSize?: number } = {},
): Promise<number> {
  for (let total = 0; ; ) {
    try {
      const filled = await fillBatch(db, batchSize)
      total += filled
      if (filled < batchSize || signal?.aborted) return total
    } catch (error) {
      // A concurrent sign-in took one of the names: the batch is tried again.
      if (!isNameTaken(error)) throw error
    }
  }
}

/** A free name: the given one with a number after it, longer if short ones are taken. */
export async function freeNameLike(db: Db, name: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const candidates = Array.from({ length: 5 }, () => numberedName(name, attempt))
    const skeletons = candidates.map(nameSkeleton)
    const rows = await db.rows<{ skeleton: string }>(sql`
      select name_skeleton as skeleton from users where name_skeleton = any(${skeletons}::text[])`)
    const taken = new Set(rows.map(({ skeleton }) => skeleton))
    const free = candidates.find((_, index) => !taken.has(skeletons[index] ?? ''))
    if (free) return free
  }
}

interface Unnamed {
  id: string
  name: string
}

interface Named extends Unnamed {
  skeleton: string
}

async function fillBatch(db: Db, size: number): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('name skeletons', 0))`)
    const members = await tx.rows<Unnamed>(sql`
      select id, display_name as name from users
      where name_skeleton is null and display_name <> 'Anonymous Ninja'
      order by is_admin desc, id limit ${size} for no key update`)
    for (let pending = members, attempt = 0; pending.length > 0; attempt++) {
      pending = await assignNames(tx, pending, attempt)
    }
    return members.length
  })
}

/** Gives each member the name of this attempt if it is free. Returns the members whose name was taken. */
async function assignNames(tx: Db, members: readonly Unnamed[], attempt: number): Promise<Unnamed[]> {
  const wanted = members.map(({ id, name }) => {
    const candidate = attempt === 0 ? name : numberedName(name, attempt)
    return { id, name: candidate, skeleton: nameSkeleton(candidate) }
  })
  const first = new Map<string, Named>()
  for (const member of wanted) if (!first.has(member.skeleton)) first.set(member.skeleton, member)
  const taken = await tx.rows<{ skeleton: string }>(sql`
    select name_skeleton as skeleton from users where name_skeleton = any(${[...first.keys()]}::text[])`)
  for (const { skeleton } of taken) first.delete(skeleton)
  const renamed = [...first.values()]
  await tx.rows(sql`
    update users u set name_skeleton = v.skeleton, display_name = v.name
    from unnest(${renamed.map(({ id }) => id)}::uuid[], ${renamed.map(({ name }) => name)}::text[],
      ${renamed.map(({ skeleton }) => skeleton)}::text[]) as v (id, name, skeleton)
    where u.id = v.id`)
  const done = new Set(renamed.map(({ id }) => id))
  return members.filter(({ id }) => !done.has(id))
}

function mapped(text: string): string {
  return [...text].map((letter) => lookalikes.get(letter) ?? letter).join('')
}

/** The ASCII look-alike of a letter or of its capital, in lower case; otherwise the letter in lower case. */
function foldedLetter(letter: string): string {
  const other = otherLookalikes.get(letter.toLowerCase())
  if (other) return other
  const capital = letter.toUpperCase()
  const latin = [letter, capital].map(mapped).find((form) => printableAscii.test(form))
  return (latin ?? mapped(capital.toLowerCase())).toLowerCase()
}
