import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { readMaintenance, setMaintenance } from './maintenance.server.ts'

const { db } = await testDatabase()

it('is read as it was set last, and null when it is off', async () => {
  expect(await readMaintenance(db)).toBeNull()
  await setMaintenance(db, { message: 'Moving "house"' })
  expect(await readMaintenance(db)).toEqual({ message: 'Moving "house"' })
  await setMaintenance(db, { message: 'Back at noon' })
  expect(await readMaintenance(db)).toEqual({ message: 'Back at noon' })
  await setMaintenance(db, null)
  expect(await readMaintenance(db)).toBeNull()
})
