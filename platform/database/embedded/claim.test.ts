import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { claimServer } from './claim.server.ts'

const { connection } = await testDatabase()

it('belongs to one process, which is named to others, until it is released', async () => {
  const first = await claimServer(connection, 'data')
  await expect(claimServer(connection, 'data')).rejects.toThrow(
    `data is in use by another process (pid ${process.pid}): stop it first`,
  )
  await first.release()
  await (await claimServer(connection, 'data')).release()
})
