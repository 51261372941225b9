import { z } from 'zod'
import { Failure } from '#platform/failure.ts'
import type { Part } from './archive.ts'

/** The version of the archive's layout; a release reads this one and older ones. */
export const format = 1

const migrations = z.array(z.object({ name: z.string(), checksum: z.string() }))
const content = z.object({ bytes: z.number(), sha256: z.string() })

const schemas = {
  /** The first part: enough to refuse a backup before any change. */
  'backup.json': z.object({ format: z.number(), release: z.string(), startedAt: z.string(), migrations }),
  'tables.json': z.object({
    postgres: z.string(),
    snapshotAt: z.string(),
    tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
    sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  }),
  /** The last part: the expected totals of the others. */
  'manifest.json': z.object({
    tables: z.array(content.extend({ name: z.string(), rows: z.number() })),
    files: content.extend({ count: z.number(), missing: z.number() }),
  }),
}

type Description = keyof typeof schemas
type DescriptionOf<Name extends Description> = z.infer<(typeof schemas)[Name]>
export type Header = DescriptionOf<'backup.json'>
export type Tables = DescriptionOf<'tables.json'>
export type Manifest = DescriptionOf<'manifest.json'>

export function encode<Name extends Description>(_name: Name, value: DescriptionOf<Name>): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

/** The content of a descriptive part. Throws a Failure for another name or content. */
export function decode<Name extends Description>(name: Name, part: Part | undefined): DescriptionOf<Name> {
  if (part?.name !== name) throw new Failure(`The file is not a backup of this app: ${name} is missing`)
  const value = parseJson(part.bytes)
  const result = schemas[name].safeParse(value)
  if (!result.success) throw new Failure(`${name} in the backup is not valid`)
  return result.data as DescriptionOf<Name>
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
