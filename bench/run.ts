/**
 * Measures the speed of the built app, each figure beside its limit or its peer in the same run: npm run bench --
 * [--rounds 5] [--minutes 10] [--large FOLDER] [part ...]. Without names all parts run, `large-data` only with a folder
 * that `npm run bench:seed` has filled. Prints the table of docs/performance.md.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { largeData } from './large-data.ts'
import type { PartOptions, Row } from './measure.ts'
import { memory } from './memory.ts'
import { processesOnCores } from './processes-on-cores.ts'
import { scripts } from './scripts.ts'
import { signedInPages } from './signed-in-pages.ts'
import { signedOutPages } from './signed-out-pages.ts'
import { starts } from './starts.ts'
import { transitions } from './transitions.ts'
import { votes } from './votes.ts'

const parts: Record<string, (options: PartOptions) => Promise<Row[]>> = {
  'signed-out-pages': signedOutPages,
  'signed-in-pages': signedInPages,
  votes,
  'large-data': largeData,
  'processes-on-cores': processesOnCores,
  transitions,
  memory,
  scripts,
  starts,
}

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    large: { type: 'string' },
  },
  allowPositionals: true,
})
const options = {
  rounds: Number(values.rounds),
  minutes: Number(values.minutes),
  large: values.large ?? null,
}
const all = Object.keys(parts).filter((name) => name !== 'large-data' || options.large)
const names = positionals.length > 0 ? positionals : all
const unknown = names.filter((name) => !parts[name])
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, Node ${process.version}, medians of ${options.rounds} alternating runs`,
)
console.log('\n| work | measured | against | ratio | goal | met |\n|---|---|---|---|---|---|')
for (const name of names) {
  for (const { work, measured, against, ratio, goal, met } of (await parts[name]?.(options)) ?? [])
    console.log(
      `| ${work} | ${measured} | ${against} | ${ratio.toFixed(2)} | ${goal} | ${met ? 'yes' : 'no'} |`,
    )
}
console.log(`\nLoad average at the end: ${loadavg()[0]?.toFixed(1)}`)
