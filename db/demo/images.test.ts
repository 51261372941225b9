import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sizeOf } from './images.server.ts'
import { demoWorld } from './world/world.ts'

const folder = (name: string) => join(import.meta.dirname, name)

it('finds each image of the demo in the two sizes in which it is stored', () => {
  const names = readdirSync(folder('pictures')).toSorted()
  expect(readdirSync(folder('previews')).toSorted()).toEqual(names)
  const { submissions, challenges, freshChallenges } = demoWorld
  const used = [...submissions, ...challenges, ...freshChallenges].map(({ image }) => image)
  expect(names).toEqual(expect.arrayContaining(used))
  for (const name of names) {
    const { width, height } = sizeOf(readFileSync(join(folder('pictures'), name)))
    const small = sizeOf(readFileSync(join(folder('previews'), name)))
    expect([name, width > 480 && width <= 960]).toEqual([name, true])
    expect([name, small]).toEqual([name, { width: 480, height: Math.round((height * 480) / width) }])
  }
})
