import { expect, it } from 'vitest'
import { dollars, royalty } from './royalty.server.tsx'

it.each([
  [0.99, 0.35],
  [2.98, 1.04],
  [2.99, 1.99],
  [4.99, 3.39],
  [9.99, 6.89],
  [10, 3.5],
])('at $%d a copy of 1 MB earns $%d', (price, earned) => {
  expect(royalty(price, 1)).toBe(earned)
})

it('subtracts the delivery fee before the 70% share only', () => {
  expect(royalty(2.99, 6)).toBe(1.46)
  expect(royalty(0.99, 6)).toBe(0.35)
})

it('formats amounts with cents', () => {
  expect(dollars(3.5)).toBe('$3.50')
})
