import { longestDisplayName } from './rules.ts'

/**
 * A display name as it is stored: NFKC, without invisible characters and marks on blanks, with white space collapsed, so
 * that look-alikes made of these become equal. Joiners and selectors stay where a script or an emoji uses them.
 * Combining marks alone are no name. May be empty or too long: see isDisplayName.
 */
export function normaliseDisplayName(raw: string): string {
  const name = normalisedOnce(raw)
  // What is removed may bring other characters together.
  return name === raw ? name : normaliseDisplayName(name)
}

function normalisedOnce(raw: string): string {
  const text = raw.normalize('NFKC').replace(blank, ' ').replace(unseenOnBlank, '$1')
  return tidied(text.replace(usedOrUnseen, '$1'))
}

/** The name without joiners and selectors: names that differ only by these look alike. */
export function withoutJoiners(displayName: string): string {
  const text = displayName.normalize('NFKC').replace(blank, ' ').replace(unseen, '')
  return tidied(text.replace(markOnBlank, '$1'))
}

function tidied(name: string): string {
  const tidy = name.replace(blank, ' ').trim().normalize('NFKC')
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(tidy) ? tidy : ''
}

/** Whether the stored form of a name is seen to differ from what was typed. */
export function isNameChanged(raw: string): boolean {
  return normaliseDisplayName(raw) !== raw.normalize('NFC').replace(blank, ' ').trim()
}

/** True for a normalised name of 1 to 50 characters (PROF-17). */
export function isDisplayName(name: string): boolean {
  const length = [...name].length
  return length >= 1 && length <= longestDisplayName && name === normaliseDisplayName(name)
}

/** Whether a name piles up marks, which then cover its surroundings. Marks of a script, such as vowels, may be four. */
export function hasPiledMarks(name: string): boolean {
  return /((?=\p{M})\p{Script=Inherited}){3}|\p{M}{5}/u.test(name)
}

const unseenSource = '[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cc}]'
const unseen = new RegExp(unseenSource, 'gu')

/** Replaced first, because it separates words. The Braille blank is a letter that looks like a space. */
const blank = /((?!\ufeff)\s|[\u0085\u2800])+/gu
const markOnBlank = /(^| )\p{M}+/gu
const unseenOnBlank = new RegExp(`(^| )(?:\\p{M}|${unseenSource})+`, 'gu')

function lettersOf(scripts: string): string {
  return `(?:(?=[\\p{L}\\p{M}])[${scripts.replace(/\w+/g, '\\p{scx=$&}').replaceAll(' ', '')}])`
}

/** Scripts whose letters join, and those with conjuncts, both of which joiners govern. */
const joined = lettersOf('Arab Syrc Mand Nkoo Mong Adlm Rohg Phag Sogd Mani')
const conjunct = lettersOf(
  'Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Bali Java Sund Lana Cakm Newa Mtei Kthi Limb Tirh Shrd Gran',
)
const pictograph = '\\p{Extended_Pictographic}'

/** Unicode, chapters 9 to 12 and 23; emoji as in UTS 51. */
const used = [
  `(?<=${joined})\\u200c(?=${joined})`,
  `(?<=${joined})\\u200d`,
  `(?<=${conjunct})[\\u200c\\u200d](?=${conjunct})`,
  `(?<=(?=${conjunct})\\p{M})[\\u200c\\u200d]`,
  `(?<=${pictograph}(?:\\ufe0f|\\p{Emoji_Modifier})?)\\u200d(?=${pictograph})`,
  `(?<=${pictograph})[\\ufe0e\\ufe0f]`,
  `(?<=[0-9#*])\\ufe0f(?=\\u20e3)`,
  `(?<=\\p{sc=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]`,
  `(?<=\\p{sc=Mong})[\\u180b-\\u180d\\u180f]`,
  `(?<=\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{0,5})[\\u{e0061}-\\u{e007a}](?=[\\u{e0061}-\\u{e007a}]{0,5}\\u{e007f})`,
  `(?<=\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{1,6})\\u{e007f}`,
].join('|')
const usedOrUnseen = new RegExp(`(${used})|${unseenSource}`, 'gu')
