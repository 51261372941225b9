// The server that the journeys visit: the real one, whose data goes when it ends.
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { run } from '#server/run.ts'

const code = await run({ root: resolve(import.meta.dirname, '../..'), dev: false })
await rm(process.env.DATA_DIR as string, { recursive: true, force: true })
process.exit(code)
