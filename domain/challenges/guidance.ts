import type { Kind } from './rules.ts'

/** A field of the submission form that can meet a requirement. */
export type RequirementField = 'image' | 'description' | 'creationProcess' | 'contentUrl'

interface Requirement {
  text: string
  /** Null where only a person can tell whether it is met. */
  field: RequirementField | null
}

/** Requirements by kind, if the organiser wrote none (CHL-51). */
const defaults: Record<Kind, readonly Requirement[]> = {
  image: [
    { text: 'One picture, made with any AI tool', field: 'image' },
    { text: 'JPEG, PNG or WEBP, smaller than 10 MB', field: 'image' },
    { text: 'Say how the picture came about', field: 'creationProcess' },
  ],
  text: [
    { text: 'One finished text, written with the help of an AI tool', field: null },
    { text: 'Put the text itself, or its opening, into the description', field: 'description' },
    { text: 'Say what you asked for and what you rewrote', field: 'creationProcess' },
  ],
  audio: [
    { text: 'One song, voice or sound piece, made with any AI tool', field: null },
    { text: 'A link to the full page of the piece, not a shortened share link', field: 'contentUrl' },
    { text: 'Say which parts are generated and which are played', field: 'creationProcess' },
  ],
  video: [
    { text: 'One clip or film, made with any AI tool', field: null },
    { text: 'A link to the page where it can be watched', field: 'contentUrl' },
    { text: 'Sound is welcome and counts as part of the work', field: null },
  ],
  code: [
    { text: 'One small program, written together with an AI tool', field: null },
    { text: 'A picture of it at work', field: 'image' },
    { text: 'Say what it does and how it was made', field: 'creationProcess' },
  ],
  special: [
    { text: 'One work in any form, made with AI tools', field: null },
    { text: 'A link to the place where it can be seen, heard or played', field: 'contentUrl' },
    { text: 'Say how the parts belong together', field: 'creationProcess' },
  ],
}

const tools: Record<Kind, readonly string[]> = {
  image: ['Midjourney', 'DALL-E', 'Stable Diffusion', 'Adobe Firefly', 'Leonardo'],
  text: ['ChatGPT', 'Claude', 'Gemini', 'Sudowrite', 'NovelAI'],
  audio: ['Suno', 'Udio', 'ElevenLabs', 'AIVA', 'Stable Audio'],
  video: ['Runway', 'Sora', 'Pika', 'Luma Dream Machine', 'Kling'],
  code: ['Claude Code', 'GitHub Copilot', 'Cursor', 'v0', 'Replit'],
  special: ['Midjourney', 'Suno', 'Runway', 'ChatGPT', 'ElevenLabs'],
}

/** The requirements, one per line: the organiser's, or else those of the kind (CHL-51, SUB-14). */
export function requirementsOf(challenge: { requirements: string; kind: Kind }): readonly Requirement[] {
  const own = challenge.requirements
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter(Boolean)
  return own.length > 0 ? [...new Set(own)].map((text) => ({ text, field: null })) : defaults[challenge.kind]
}

/** Whether a requirement asks for an image. */
export function needsImage(challenge: { requirements: string; kind: Kind }): boolean {
  return requirementsOf(challenge).some(({ field }) => field === 'image')
}

/** All names once, in any case: `first`, then those recommended for the kind, then the others. */
export function knownTools(kind: Kind, first: readonly string[], others: readonly string[]): string[] {
  const names = new Map<string, string>()
  for (const name of [...first, ...tools[kind], ...others, ...Object.values(tools).flat()]) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return [...names.values()]
}

export function recommendedTools(kind: Kind): readonly string[] {
  return tools[kind]
}
