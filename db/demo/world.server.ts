import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { KINDS, TYPES } from '#domain/challenges/rules.ts'

/** In days after the first start of the demo; negative before it. */
const days = z.number()

const member = z.strictObject({
  name: z.string(),
  bio: z.string().default(''),
  /** The number of a preset. */
  avatar: z.number(),
  joined: days,
  /** Members with a login are offered on the sign-in page, with their note. */
  login: z.enum(['newcomer', 'member', 'administrator']).optional(),
  note: z.string().optional(),
  adjustment: z.strictObject({ at: days, points: z.number(), reason: z.string() }).optional(),
})

const submission = z.strictObject({
  title: z.string(),
  member: z.string(),
  submitted: days,
  approved: z.boolean().default(false),
  image: z.string(),
  description: z.string(),
  process: z.string().nullable().default(null),
  prompt: z.string().nullable().default(null),
  tools: z.array(z.string()),
  link: z.string().nullable().default(null),
  /** The names of the voters. */
  votes: z.array(z.string()).default([]),
})

const laterChallenge = z.strictObject({
  title: z.string(),
  kind: z.enum(KINDS),
  type: z.enum(TYPES),
  image: z.string(),
  description: z.string(),
  requirements: z.array(z.string()),
})

const challenge = laterChallenge.extend({
  /** Other challenges open at their time. */
  status: z.enum(['draft', 'upcoming']).optional(),
  opens: days,
  deadline: days,
  submissions: z.array(submission),
})

export type DemoMember = z.infer<typeof member>
export type DemoChallenge = z.infer<typeof challenge>
export type DemoSubmission = z.infer<typeof submission>
export type LaterChallenge = z.infer<typeof laterChallenge>

/** The content of the demo. */
export interface World {
  /** Holds the images. */
  folder: string
  members: readonly DemoMember[]
  challenges: readonly DemoChallenge[]
  /** Opened at later starts if no challenge is active. */
  laterChallenges: readonly LaterChallenge[]
}

/** Reads the files of db/demo. An error names the file and the field. */
export function readWorld(folder: string): World {
  return {
    folder,
    members: read(join(folder, 'members.json'), z.array(member)),
    challenges: readAll(join(folder, 'challenges'), challenge),
    laterChallenges: readAll(join(folder, 'later'), laterChallenge),
  }
}

function readAll<T>(folder: string, schema: z.ZodType<T>): T[] {
  const files = readdirSync(folder).toSorted()
  return files.map((file) => read(join(folder, file), schema))
}

function read<T>(file: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (result.success) return result.data
  throw new Error(`${file} is invalid:\n${z.prettifyError(result.error)}`)
}
