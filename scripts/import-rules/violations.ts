import { circles } from './circles.ts'
import { importsOf } from './imports.ts'
import { nounOf, nouns, refusal } from './zones.ts'

const words = [
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'manager',
  'managers',
  'service',
  'services',
]

const reExport = /^export\s+(type\s)?(\*|\{[^}]*\})(\s+as\s+\w+)?\s+from\s/
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('test/')

/** All violations in `files` (path -> text), one line each. */
export function violations(files: Map<string, string>): string[] {
  const found: string[] = []
  const runtime = new Map<string, string[]>()
  for (const [path, text] of files) {
    const name = misnamed(path, text)
    if (name) found.push(`${path}: ${name}`)
    if (isTest(path)) continue

    const imports = importsOf(path, text)
    runtime.set(
      path,
      imports.flatMap(({ to, typeOnly }) => (typeOnly ? [] : [to])),
    )
    for (const one of imports) {
      const reason = refusal(path, one)
      if (reason) found.push(`${path} imports ${one.to}: ${reason}`)
    }
  }
  return [...found, ...circles(runtime).map((circle) => `circle: ${circle.join(' -> ')}`)]
}

/** Why a file's name or folder is not allowed, or that it is a barrel. */
function misnamed(path: string, text: string): string | undefined {
  const word = path.split(/[/.-]/).find((part) => words.includes(part.toLowerCase()))
  if (word) return `'${word}' does not describe the content`
  if (/(^|\/)index\.\w+$/.test(path)) return 'no index files: import what is meant'
  if (isBarrel(text)) return 'no barrels: import from where it is written'
  if (path.startsWith('domain/') && !(nounOf(path) in nouns))
    return `domain/ holds ${Object.keys(nouns).join(', ')} only`
  return undefined
}

function isBarrel(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim()
  const statements = code.split(/\n(?=export|import|const|function|type|interface)/).filter(Boolean)
  return statements.length > 0 && statements.every((statement) => reExport.test(statement))
}
