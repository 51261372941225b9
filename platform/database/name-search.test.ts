import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()

async function words(text: string): Promise<string | undefined> {
  return (await db.row<{ words: string }>(sql`select name_words(${text}) as words`))?.words
}

/** A title of `length` characters that ends in a space and `last`. */
const title = (length: number, filler: string, last: string) =>
  `${filler.repeat(length).slice(0, length - last.length - 1)} ${last}`

it.each([
  ['Latin letters without accents', 'Café, ÅNGSTRÖM ０１', 'cafe angstrom 01'],
  ['other letters as their bytes', 'Жук 港', 'x2066x2103x2072 x467057'],
  ['a syllable as one letter', '각', 'x526001'],
  ['digits after a backslash', 'C:\\2024 \\3', 'c 2024 3'],
  ['no signs', '%_*\\', ''],
])('words have %s', async (_, text, expected) => {
  expect(await words(text)).toBe(expected)
})

it.each(['ﷺ', '각', '猫', 'Ж', '🥷', '⑽', 'ΐ\u0323'])('the words of many %s are short', async (letter) => {
  const found = await words(letter.repeat(120))
  expect(found?.length).toBeGreaterThan(200)
  expect(found?.length).toBeLessThanOrEqual(300)
  expect((await words(letter.repeat(5_000)))?.length).toBeLessThanOrEqual(300)
})

it.each([
  ['120 Latin letters', title(120, 'moon and ', 'zeppelin'), 'zeppelin'],
  ['120 Latin letters with two accents each', title(120, 'ế', 'zéppelin'), 'zeppelin'],
  ['60 Cyrillic letters', title(60, 'луна', 'жук'), 'жук'],
  ['42 Chinese characters', title(42, '月光', '猫港'), '猫港'],
  ['42 Korean syllables', title(42, '달빛', '항구'), '항구'],
])('titles of %s are found by their last word', async (_, long, last) => {
  const found = await db.row<{ likeness: number }>(sql`
    select name_likeness(name_words(${last}), name_words(${long})) as likeness`)
  expect(found?.likeness).toBe(1)
})
