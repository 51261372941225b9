import { expect, test } from 'vitest'
import { themeCookie } from '#app/ui/shell/theme.ts'
import { themeIn } from '#platform/http/theme-cookie.ts'

const sent = (theme: 'dark' | 'light' | 'system') => `a=b; ${themeCookie(theme).split(';')[0]}; c=d`

test('a choice is remembered, and system forgets it', () => {
  expect(themeIn(sent('dark'))).toBe('dark')
  expect(themeIn(sent('light'))).toBe('light')
  expect(themeIn(sent('system'))).toBeUndefined()
  expect(themeCookie('system')).toContain('Max-Age=0')
})

test('anything else is no choice', () => {
  for (const cookies of [null, undefined, '', 'theme', 'theme="><script>', 'theme=Dark', 'xtheme=dark'])
    expect(themeIn(cookies)).toBeUndefined()
})

test('can be written by the script of a page', () => {
  expect(themeCookie('dark')).not.toMatch(/HttpOnly/i)
})
