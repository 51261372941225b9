import type { Kind } from './rules.ts'

/** Requirements by kind, if the organiser wrote none (CHL-51). */
const defaults: Record<Kind, readonly string[]> = {
  image: [
    'One picture, made with any AI tool',
    'JPEG, PNG or WEBP, smaller than 10 MB',
    'Say how the picture came about',
  ],
  text: [
    'One finished text, written with the help of an AI tool',
    'Put the text itself, or its opening, into the description',
    'Say what you asked for and what you rewrote',
  ],
  audio: [
    'One song, voice or sound piece, made with any AI tool',
    'A link to the full page of the piece, not a shortened share link',
    'Say which parts are generated and which are played',
  ],
  video: [
    'One clip or film, made with any AI tool',
    'A link to the page where it can be watched',
    'Sound is welcome and counts as part of the work',
  ],
  code: [
    'One small program, written together with an AI tool',
    'A picture of it at work',
    'Say what it does and how it was made',
  ],
  special: [
    'One work in any form, made with AI tools',
    'A link to the place where it can be seen, heard or played',
    'Say how the parts belong together',
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
export function requirementsOf({ requirements, kind }: Guided): readonly string[] {
  const own = ownRequirements(requirements)
  return own.length > 0 ? [...new Set(own)] : defaults[kind]
}

function ownRequirements(requirements: string): string[] {
  return requirements
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter(Boolean)
}

/** Whether the requirements of the kind ask for an image; those of an organiser are for people to check. */
export function needsImage({ requirements, kind }: Guided): boolean {
  return ownRequirements(requirements).length === 0 && (kind === 'image' || kind === 'code')
}

interface Guided {
  requirements: string
  kind: Kind
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
