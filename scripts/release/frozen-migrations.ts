import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations } from '#platform/database/migrate.server.ts'
import { Failure } from '#platform/failure.ts'

/** In the format of `sha256sum`: the migrations of releases. */
const listName = 'checksums.sha256'

interface Checked {
  problems: string[]
  /** Migrations newer than all listed ones. */
  unlisted: string[]
}

/**
 * Compares the migrations of `folder` with its list of released ones. A changed or missing listed file is a problem,
 * and so is an unlisted one whose number is not higher than all listed ones.
 */
export async function checkMigrations(folder: string): Promise<Checked> {
  const listed = await readList(folder)
  const present = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]))
  const last = [...listed.keys()].at(-1) ?? ''
  const unlisted = [...present.keys()].filter((name) => !listed.has(name))
  const problems = [...listed].flatMap(([name, checksum]) => {
    const found = present.get(name)
    if (found === checksum) return []
    return found
      ? `${name} changed after its release: restore it and put the change into a new migration`
      : `${name} is missing although a release contains it: restore it`
  })
  const late = unlisted.filter((name) => name.slice(0, 4) <= last.slice(0, 4))
  problems.push(...late.map((name) => `${name} must have a higher number than ${last}, which is released`))
  return { problems, unlisted }
}

/** Adds the new migrations of `folder` to its list and returns their names. Fails like `checkMigrations`. */
export async function freezeMigrations(folder: string): Promise<string[]> {
  const { problems, unlisted } = await checkMigrations(folder)
  if (problems.length > 0) throw new Failure(problems.join('\n'))
  const lines = (await readMigrations(folder)).map(({ name, checksum }) => `${checksum}  ${name}\n`)
  await writeFile(join(folder, listName), lines.join(''))
  return unlisted
}

async function readList(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, listName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [, checksum, name] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
      if (!checksum || !name) throw new Failure(`${listName}: not a checksum and a name: ${line}`)
      return [name, checksum]
    }),
  )
}
