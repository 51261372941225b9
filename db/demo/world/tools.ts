import type { Random } from '#db/demo/random.ts'
import type { Kind } from '#domain/challenges/rules.ts'

const main: Record<Kind, readonly string[]> = {
  image: [
    'Midjourney',
    'Flux',
    'Stable Diffusion',
    'DALL-E',
    'Firefly',
    'Ideogram',
    'Leonardo',
    'Imagen',
    'Recraft',
    'Krea',
  ],
  text: ['Claude', 'ChatGPT', 'Gemini', 'Mistral', 'Sudowrite', 'NovelAI'],
  audio: ['Suno', 'Udio', 'ElevenLabs', 'Stable Audio', 'AIVA', 'MusicGen'],
  video: ['Runway', 'Kling', 'Pika', 'Luma', 'Sora', 'Veo', 'Hailuo'],
  code: ['Claude Code', 'Cursor', 'GitHub Copilot', 'ChatGPT', 'v0', 'Replit'],
  special: ['ChatGPT', 'Claude', 'ElevenLabs', 'Runway', 'Suno', 'Midjourney', 'Gemini'],
}

const beside: Record<Kind, readonly string[]> = {
  image: [
    'Topaz',
    'Magnific',
    'ComfyUI',
    'ControlNet',
    'Photoshop Generative Fill',
    'Claude',
    'ChatGPT',
    'Upscayl',
    'Procreate',
  ],
  text: ['Claude', 'ChatGPT', 'DeepL', 'Gemini', 'Midjourney', 'Ideogram'],
  audio: ['ChatGPT', 'Claude', 'iZotope RX', 'Moises', 'LALAL.AI', 'ElevenLabs', 'Udio'],
  video: ['Midjourney', 'Flux', 'ElevenLabs', 'Suno', 'Topaz', 'CapCut', 'DaVinci Resolve', 'Stable Audio'],
  code: ['Claude', 'ChatGPT', 'Gemini', 'Figma', 'Midjourney', 'Llama'],
  special: ['Stable Diffusion', 'Flux', 'Udio', 'Whisper', 'Claude', 'ChatGPT', 'Pika', 'ElevenLabs'],
}

/** One to four tools for a work of the kind; the first is the one that did most. */
export function toolsFor(kind: Kind, random: Random): string[] {
  const first = random.pick(main[kind])
  const others = random.shuffle(beside[kind].filter((tool) => tool !== first))
  return [first, ...others.slice(0, random.pick([0, 1, 1, 2, 2, 3]))]
}
