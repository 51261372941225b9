import type { Kind } from './rules.ts'

/** Requirements by kind, if the organiser wrote none (CHL-51). */
const defaults: Record<Kind, readonly string[]> = {
  image: [
    'One picture, made with any AI tool',
    'JPEG, PNG or WEBP, smaller than 10MB',
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
export function requirementLines(challenge: { requirements: string; kind: Kind }): readonly string[] {
  const own = challenge.requirements
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter(Boolean)
  return own.length > 0 ? [...new Set(own)] : defaults[challenge.kind]
}

export function recommendedTools(kind: Kind): readonly string[] {
  return tools[kind]
}
