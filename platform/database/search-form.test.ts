import fc from 'fast-check'
import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()

async function formOf(by: 'folded' | 'search_form' | 'search_title', text: string): Promise<string> {
  const row = await db.row<Record<string, string>>(sql`
    select folded(${text}), search_form(${text}), search_title(${text})`)
  return row?.[by] ?? ''
}

it.each([
  [
    'letters without decomposition',
    'Łódź Øre Đorđe İĞDIR ışık Straße STRAẞE',
    'lodz ore dorde igdir isik strasse strasse',
  ],
  ['letters of two', 'Æble Œuvre Þór', 'aeble oeuvre thor'],
  ['typographic marks', '“O’Brien” – it‘s… «x»', `"o'brien" - it's... "x"`],
  ['an accent as an apostrophe', 'O´Brien', "o'brien"],
  ['width', 'Ｆｕｌｌ　Ｗｉｄｔｈ ０１', 'full width 01'],
  ['Vietnamese', 'Nguyễn Thị Hương, Phở đặc biệt', 'nguyen thi huong, pho dac biet'],
  ['Greek', 'ΟΔΥΣΣΕΎΣ Ὀδυσσεύς', 'οδυσσευσ οδυσσευσ'],
  ['Cyrillic', 'Жук ЁЖ Ґанок', 'жук еж ґанок'],
  ['Armenian', 'ԱՐԵՎ', 'արեվ'],
  ['Arabic', 'الْعَرَبِيَّةُ مـرحـبا ۱۲', 'العربيه مرحبا 12'],
  ['Hebrew', 'שָׁלוֹם', 'שלום'],
  ['Korean syllables', '\u1112\u1161\u11ab국', '한국'],
  ['kana, whose marks stay', 'ｶﾞｷﾞ か゛が', 'ガギ か ゙が'],
  ['Hindi, whose vowels stay', 'हिन्दी', 'हिन्दी'],
  ['joiners and soft hyphens', 'علی\u200cرضا co\u00adop', 'عليرضا coop'],
  ['white space of all kinds', 'a\n\n b\u2028c\u00a0\u3000d', 'a b c d'],
])('%s', async (_, text, expected) => {
  expect(await formOf('folded', text)).toBe(expected)
})

it('a form has ASCII only, and a part of a text has a part of its form', async () => {
  const text = fc.string({
    unit: fc.constantFrom(..."aZ07 -_%\\'é", 'ß', 'Ж', '忍', '각', '🥷', '’'),
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(text, text, async (one, other) => {
      const [whole, part] = [await formOf('search_form', one + other), await formOf('search_form', other)]
      expect(whole).toMatch(/^[ -~]*$/)
      expect(whole.endsWith(part)).toBe(true)
    }),
  )
})

it('forms of different texts differ', async () => {
  const texts = ['Ж', '忍', '者', '각', '🥷', '\\', '0', '7', 'x', 'p', '%', 'xqw']
  expect(new Set(await Promise.all(texts.map((text) => formOf('search_form', text)))).size).toBe(texts.length)
})

it('the words of a name have no punctuation, and few characters', async () => {
  expect(await formOf('search_title', ' Café, C:\\2024 «Ж» %_*')).toMatch(/^cafe c 2024 X[P-W]{4}$/)
  for (const letter of ['ﷺ', '각', '🥷', '⑽', 'ΐ\u0323']) {
    expect((await formOf('search_title', letter.repeat(5_000))).length).toBeLessThanOrEqual(900)
  }
})
