import type { Kind } from '#domain/challenges/rules.ts'
import type { Cloth } from '../tools/tool.ts'

/** Something to learn from (CONT-5). */
export interface Resource {
  id: string
  title: string
  description: string
  type: 'Tutorial' | 'Guide'
  url: string
  imageUrl: string
}

export interface ResourceCategory {
  id: 'audio' | 'visual' | 'text' | 'video'
  title: string
  description: string
  kind: Kind
  colour: Cloth
  resources: readonly Resource[]
}
