// Checks imports against the tables in docs/architecture.md.
import { globSync, readFileSync } from 'node:fs'
import { violations } from './import-rules/zones.ts'

const folders = ['app', 'bench', 'db', 'domain', 'platform', 'scripts', 'server', 'test']
const paths = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx,mts}`)).filter(
  (path) => !path.endsWith('.d.ts'),
)
const found = violations(new Map(paths.map((path) => [path, readFileSync(path, 'utf8')])))

for (const line of found) console.error(line)
console.log(
  `${paths.length} files, ${found.length === 0 ? 'every import in its place' : `${found.length} broken rules`}`,
)
process.exitCode = found.length === 0 ? 0 : 1
