import type { Hash } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '#platform/failure.ts'
import type { Part } from './archive.ts'

/** The version of the archive's layout; a release reads this one and older ones. */
export const format = 1

/** The descriptive parts, in the order of the archive. */
const schemas = {
  'backup.json': z.object({
    format: z.number(),
    release: z.string(),
    startedAt: z.string(),
    migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  }),
  'tables.json': z.object({
    snapshotAt: z.string(),
    tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  }),
  'manifest.json': z.object({
    tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
    files: z.object({ count: z.number(), missing: z.number(), sha256: z.string() }),
  }),
}

type Description = keyof typeof schemas
type DescriptionOf<Name extends Description> = z.infer<(typeof schemas)[Name]>
export type Header = DescriptionOf<'backup.json'>
export type Manifest = DescriptionOf<'manifest.json'>
export type Migration = Header['migrations'][number]
export type Table = DescriptionOf<'tables.json'>['tables'][number]

export function encode<Name extends Description>(name: Name, value: DescriptionOf<Name>): Part {
  return { name, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

/** The content of a descriptive part. Throws a Failure for another name or content. */
export function decode<Name extends Description>(name: Name, part: Part | undefined): DescriptionOf<Name> {
  if (part?.name !== name) throw new Failure(`The file is not a backup of this app: ${name} is missing`)
  try {
    return schemas[name].parse(JSON.parse(part.bytes.toString())) as DescriptionOf<Name>
  } catch (cause) {
    throw new Failure(`${name} in the backup is not valid`, { cause })
  }
}

/** Hashes the name and length too, so that different lists of files never give the same bytes. */
export function hashFile(hash: Hash, key: string, bytes: Buffer): void {
  hash.update(`${key}\n${bytes.byteLength}\n`).update(bytes)
}

/** The number of rows in PostgreSQL's text format: each ends with a line feed, and values have none. */
export function rowsIn(bytes: Buffer): number {
  let rows = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows += 1
  return rows
}
