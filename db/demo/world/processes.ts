import type { Telling } from '#db/demo/world/processes/templates.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { audio } from './processes/audio.ts'
import { code } from './processes/code.ts'
import { image } from './processes/image.ts'
import { special } from './processes/special.ts'
import { text } from './processes/text.ts'
import { video } from './processes/video.ts'

/** How members tell of their work, by what they made. */
export const tellings: Record<Kind, Telling> = { image, text, audio, video, code, special }
