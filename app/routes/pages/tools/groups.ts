import { literaryMastery } from './literary-mastery.ts'
import { sonicCreativity } from './sonic-creativity.ts'
import type { ToolGroup } from './tool.ts'
import { videoWizardry } from './video-wizardry.ts'
import { visualArtistry } from './visual-artistry.ts'

/** The four groups of the tools page (public §2, Tools). */
export const TOOL_GROUPS: readonly ToolGroup[] = [
  sonicCreativity,
  visualArtistry,
  literaryMastery,
  videoWizardry,
]
