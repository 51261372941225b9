// Prints the size and structure of the sources, without tests and demo data: node scripts/code-metrics.ts [folder]
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { circles, importsOf } from './import-rules/imports.ts'

const folders = process.argv[2]
  ? [process.argv[2]]
  : ['app', 'bench', 'db', 'domain', 'platform', 'scripts', 'server']
const isSource = (path: string) =>
  !/\.(test|d)\.(ts|tsx|mts)$/.test(path) && !path.startsWith('db/demo/world/')
const paths = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx,mts,mjs}`)).filter(isSource)
const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
const lengths = [...files.values()].map((text) => text.split('\n').length - 1).sort((a, b) => a - b)
const total = lengths.reduce((sum, length) => sum + length, 0)
const runtime = new Map(
  [...files].map(([path, text]) => [
    path,
    importsOf(path, text).flatMap((one) => (one.typeOnly ? [] : [one.to])),
  ]),
)

const figures: Record<string, string | number> = {
  'source files': files.size,
  lines: total,
  'lines a file: median / p90 / max': [0.5, 0.9, 1].map(lengthAt).join(' / '),
  'files imported by one file only': `${importedOnce()} of ${files.size}`,
  'folders with more than 15 files': largeFolders().join(', ') || 0,
  'comment share': `${((100 * [...files.values()].reduce((sum, text) => sum + commentLines(text), 0)) / total).toFixed(1)}%`,
  'exported names': `${exportedNames()}, of them ${exportedNames(isForRouter)} for the router`,
  'import circles': circles(runtime).length,
}
for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`)

function lengthAt(share: number): number {
  return lengths[Math.min(lengths.length - 1, Math.floor(share * lengths.length))] ?? 0
}

function importedOnce(): number {
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    for (const { to } of importsOf(path, text)) {
      importers.set(to, (importers.get(to) ?? new Set()).add(path))
    }
  }
  return [...importers].filter(([path, by]) => files.has(path) && by.size === 1).length
}

function largeFolders(): string[] {
  const counts = new Map<string, number>()
  for (const path of files.keys()) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 15).map(([folder, count]) => `${folder} ${count}`)
}

function commentLines(text: string): number {
  const blocks = [...text.matchAll(/^[ \t]*\/\*[\s\S]*?\*\//gm)].reduce(
    (sum, [block]) => sum + block.split('\n').length,
    0,
  )
  return blocks + [...text.matchAll(/^[ \t]*\/\/.*$/gm)].length
}

function exportedNames(isCounted = (_path: string, _line: string) => true): number {
  const lines = [...files].flatMap(([path, text]) =>
    [
      ...text.matchAll(
        /^export (default |async |abstract )*(function|const|let|class|interface|type|enum)\b.*$/gm,
      ),
    ].filter(([line]) => isCounted(path, line)),
  )
  return lines.length
}

/** The exports that React Router reads from its entries and route modules. */
function isForRouter(path: string, line: string): boolean {
  if (!path.startsWith('app/')) return false
  return /^export (default |(async )?(function|const) (loader|action|meta|handle|headers|links|middleware|clientMiddleware|shouldRevalidate|ErrorBoundary|Layout|handleError)\b)/.test(
    line,
  )
}
