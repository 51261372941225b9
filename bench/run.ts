/**
 * Measures the built app: npm run bench -- [--before DIR] [--rounds 3] [--large FOLDER] [part ...]. `--before` names a
 * checkout of another version, installed and built, which is measured in the same rounds. Without names all parts run;
 * `large-data` needs a folder that `npm run bench:seed` has filled.
 */
import { availableParallelism, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { largeData } from './large-data.ts'
import { lighthouse } from './lighthouse.ts'
import type { Part } from './measure.ts'
import { signedIn, signedOut } from './pages.ts'
import { rest } from './rest.ts'
import { starts } from './starts.ts'
import { uploads } from './uploads.ts'
import { votes } from './votes.ts'

const parts: Record<string, Part> = {
  rest,
  'signed-out': signedOut,
  'signed-in': signedIn,
  votes,
  uploads,
  'large-data': largeData,
  starts,
  lighthouse,
}

const { values, positionals } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    large: { type: 'string' },
  },
  allowPositionals: true,
})

const versions = [...(values.before ? [resolve(values.before)] : []), resolve(import.meta.dirname, '..')]
const options = { rounds: Number(values.rounds), large: values.large }
const usual = Object.keys(parts).filter((name) => name !== 'large-data' || values.large)

console.log(`${availableParallelism()} cores, Node ${process.version}, medians of ${options.rounds} rounds\n`)
const columns = values.before ? ['measured', 'before', 'now', 'goal'] : ['measured', 'now', 'goal']
console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`)
for (const name of positionals.length > 0 ? positionals : usual) {
  const part = parts[name]
  if (!part) throw new Error(`Unknown part ${name}; there are ${Object.keys(parts).join(', ')}`)
  for (const { work, found, goal } of await part(versions, options))
    console.log(`| ${[work, ...found, goal].join(' | ')} |`)
}
console.log(`\nLoad average at the end: ${loadavg()[0]?.toFixed(1)}`)
