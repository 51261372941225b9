import { literaryMastery } from './literary-mastery.server.ts'
import { sonicCreativity } from './sonic-creativity.server.ts'
import type { ToolGroup } from './tool.ts'
import { videoWizardry } from './video-wizardry.server.ts'
import { visualArtistry } from './visual-artistry.server.ts'

/** The four groups of the tools page (CONT-1). */
export const TOOL_GROUPS: readonly ToolGroup[] = [
  sonicCreativity,
  visualArtistry,
  literaryMastery,
  videoWizardry,
]
