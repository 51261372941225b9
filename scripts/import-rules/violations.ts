import { circles } from './circles.ts'
import { importsOf } from './imports.ts'
import { misnamed } from './names.ts'
import { refusal } from './zones.ts'

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
