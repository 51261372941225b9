import { run } from '#server/run.ts'

process.exit(
  await run({ root: process.argv[2] ?? '', adoptDemoData: process.argv.includes('--adopt-demo-data') }),
)
