import { readFileSync } from 'node:fs'
import { circles, type Import, importsOf } from './imports.ts'

const vague = /(^|[/.-])(utils?|helpers?|common|misc|managers?|services?)(?=[/.-])/i
const reExport = /^export\s+(type\s)?(\*|\{[^}]*\})(\s+as\s+\w+)?\s+from\s/
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith('test/')

/** The nouns of domain/ and what each may import at run time. Types may come from any noun. */
export const nouns = nounsIn(readFileSync('docs/architecture.md', 'utf8'))

const components = ['app/ui', 'app/forms', 'app/parts', 'app/frame']
const serverParts = ['app', 'app/middleware', 'app/content', 'domain', 'platform']

/** What browsers show: no file of these does I/O. */
const shown = ['app/ui', 'app/parts', 'app/frame']

/** What each folder may import; domain/ has further rules. A feature may also import itself. */
const allowed: Record<string, string[]> = {
  'app/features': [...serverParts, ...components],
  'app/ui': ['app/ui', 'platform'],
  'app/forms': [...serverParts, 'app/ui', 'app/forms'],
  'app/parts': ['app/ui', 'app/forms', 'app/parts', 'domain', 'platform'],
  'app/frame': [...components, 'domain', 'platform'],
  'app/middleware': serverParts,
  'app/offline': ['app/offline', 'platform'],
  'app/content': ['app/content', 'app/ui', 'app', 'domain', 'platform'],
  app: [...serverParts, ...components],
  domain: ['domain', 'platform'],
  platform: ['platform'],
  db: ['db', 'domain', 'platform'],
  server: ['server', 'domain', 'platform', 'db'],
  scripts: ['scripts', 'server', 'domain', 'platform', 'db'],
}

/** Why the file at `from` may not import `to`; undefined if it may. */
function refusal(from: string, { to, typeOnly }: Import): string | undefined {
  const [here, there] = [zoneOf(from), zoneOf(to)]
  if (here === 'server' && to === 'app/context.ts') {
    return typeOnly ? undefined : 'server/ takes types only from app/context.ts'
  }
  if (here === 'app/features' && there === here) {
    return areaOf(from) === areaOf(to) ? undefined : 'a feature may not import another feature'
  }
  const list = allowed[here]
  if (list && !list.includes(there)) return `${here}/ may import ${list.join(', ') || 'nothing'} only`
  if (shown.includes(here) && isServer(to) && !typeOnly) {
    return `${here}/ takes rules and types, nothing that does I/O`
  }
  return here === 'domain' ? domainRefusal(from, to, typeOnly) : undefined
}

function isServer(path: string): boolean {
  return /\.server\.tsx?$/.test(path)
}

function domainRefusal(from: string, to: string, typeOnly: boolean): string | undefined {
  if (typeOnly) return undefined
  if (!isServer(from) && isServer(to)) return 'rules are browser safe and import rules only'
  const isPure = zoneOf(to) === 'domain' || to.startsWith('platform/text/')
  if (!isServer(from) && !isPure) return 'rules import rules and platform/text only'
  const [own, other] = [nounOf(from), nounOf(to)]
  if (zoneOf(to) !== 'domain' || own === other) return undefined
  const list = nouns.get(own) ?? []
  return list.includes(other) ? undefined : `${own} may import ${list.join(', ') || 'no other noun'} only`
}

function nounOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function areaOf(path: string): string {
  return path.split('/')[2] ?? ''
}

function zoneOf(path: string): string {
  const [first = '', second = '', third] = path.split('/')
  return first === 'app' && third !== undefined ? `app/${second}` : first
}

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
  const [, , word] = vague.exec(path) ?? []
  if (word) return `'${word}' does not describe the content`
  if (/(^|\/)index\.\w+$/.test(path)) return 'no index files: import what is meant'
  if (isBarrel(text)) return 'no barrels: import from where it is written'
  if (path.startsWith('domain/') && !nouns.has(nounOf(path)))
    return `domain/ holds ${[...nouns.keys()].join(', ')} only`
  return undefined
}

function isBarrel(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim()
  const statements = code.split(/\n(?=export|import|const|function|type|interface)/).filter(Boolean)
  return statements.length > 0 && statements.every((statement) => reExport.test(statement))
}

/** The table of the nouns in a document: noun, what it holds, what it may import. */
function nounsIn(document: string): Map<string, string[]> {
  const table = document.slice(document.indexOf('## The nouns'), document.indexOf('A noun holds'))
  const rows = [...table.matchAll(/^\| ([a-z]+) \| [^|]+ \|([^|]*)\|$/gm)].slice(1)
  return new Map(rows.map(([, noun = '', list = '']) => [noun, list.match(/[a-z]+/g) ?? []]))
}
