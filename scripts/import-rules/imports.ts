import { posix } from 'node:path'

export interface Import {
  /** Relative to the project's root, such as domain/points/rules.ts. */
  to: string
  typeOnly: boolean
}

const statement = /^(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s*)?'([^']+)'/gm
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g
const source = /\.(ts|tsx|mts)$/

/** The project's files that the file at `path` imports. */
export function importsOf(path: string, text: string): Import[] {
  const statements = [...text.matchAll(statement)].map(([, type, name]) => ({
    name,
    typeOnly: type !== undefined,
  }))
  const calls = [...text.matchAll(dynamic)].map(([, name]) => ({ name, typeOnly: false }))
  return [...statements, ...calls].flatMap(({ name = '', typeOnly }) => {
    const to = resolve(path, name)
    return to === undefined ? [] : [{ to, typeOnly }]
  })
}

function resolve(from: string, name: string): string | undefined {
  if (!source.test(name) || name.includes('/+types/')) return undefined
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? posix.join(posix.dirname(from), name) : undefined
}

export function circles(graph: Map<string, string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const path: string[] = []

  function visit(file: string): void {
    const at = path.indexOf(file)
    if (at >= 0) found.push([...path.slice(at), file])
    if (at >= 0 || done.has(file)) return
    path.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }

  for (const file of graph.keys()) visit(file)
  return found
}
