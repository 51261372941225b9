import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readImageHeader } from '#domain/media/image-header.server.ts'
import { demoWorld } from './world/world.ts'

const folder = (name: string) => join(import.meta.dirname, name)

it('finds each image of the demo in the two sizes in which it is stored', async () => {
  const names = readdirSync(folder('pictures')).toSorted()
  expect(readdirSync(folder('previews')).toSorted()).toEqual(names)
  const { submissions, challenges, freshChallenges } = demoWorld
  const used = [...submissions, ...challenges, ...freshChallenges].map(({ image }) => image)
  expect(names).toEqual(expect.arrayContaining(used))
  for (const name of names) {
    const large = await readImageHeader(join(folder('pictures'), name))
    const small = await readImageHeader(join(folder('previews'), name))
    const { width = 0, height = 0 } = large ?? {}
    expect([name, width > 480 && width <= 960]).toEqual([name, true])
    expect([name, small]).toEqual([
      name,
      expect.objectContaining({ width: 480, height: Math.round((height * 480) / width) }),
    ])
  }
})
