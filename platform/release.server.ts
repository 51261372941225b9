import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Release {
  version: string
  /** The shortened Git commit; absent if unknown. */
  commit?: string
}

/** The project's release. The commit comes from Git, else from build/commit of an image build. */
export async function readRelease(root: string): Promise<Release> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const commit = (await gitCommit(root)) ?? (await builtCommit(root))
  return commit ? { version, commit: commit.slice(0, 12) } : { version }
}

async function gitCommit(root: string): Promise<string | undefined> {
  // Otherwise Git would answer for a repository that contains this folder.
  if (!existsSync(join(root, '.git'))) return undefined
  const found = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).catch(() => undefined)
  return asCommit(found?.stdout)
}

async function builtCommit(root: string): Promise<string | undefined> {
  return asCommit(await readFile(join(root, 'build/commit'), 'utf8').catch(() => undefined))
}

function asCommit(text = ''): string | undefined {
  return /^[0-9a-f]{7,64}$/.test(text.trim()) ? text.trim() : undefined
}
