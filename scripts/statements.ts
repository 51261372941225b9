// Compares the rows of all statements that the tests executed with the types at their calls, and refuses calls and
// sql`...` literals that no test executed. Run by `npm test` after the tests, which scripts/statements/record.ts records.
import { globSync, readFileSync } from 'node:fs'
import { problemsOf } from './statements/problems.ts'
import type { StatementRecord } from './statements/shapes.ts'
import { readSources } from './statements/sources.ts'

const paths = globSync('{app,domain,platform,server,db,scripts/operations}/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$|^platform\/database\/database\.server\.ts$/.test(path),
)
const sources = readSources(process.cwd(), paths)
const records = globSync('test-results/statements/*.jsonl')
  .flatMap((path) => readFileSync(path, 'utf8').trimEnd().split('\n'))
  .map((line) => JSON.parse(line) as StatementRecord)
const problems = problemsOf(sources, records)

for (const line of problems) console.error(line)
console.log(
  `${sources.calls.length} calls, ${sources.fragments.length} sql literals, ${problems.length === 0 ? 'every row as its type' : `${problems.length} problems`}`,
)
process.exitCode = problems.length === 0 ? 0 : 1
