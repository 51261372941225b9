import { dirname } from 'node:path'
import { run } from '#server/run.ts'

process.exit(await run({ root: dirname(import.meta.dirname), dev: process.argv.includes('--dev') }))
