import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Copies the files below `paths` that git tracks, or all of them. */
export function copyProject(target: string, paths: string[] = ['.']): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(root, file), join(target, file))
  }
}
