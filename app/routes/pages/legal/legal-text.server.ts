import type { RouterContextProvider } from 'react-router'
import { type Section, written } from '../article/writing.server.ts'
import type { WrittenSection } from '../article/writing.ts'
import { houseOf } from '../house.server.ts'
import type { House } from '../house.ts'
import type { LegalFrame } from './legal-text.ts'

export interface LegalText extends LegalFrame {
  sections: readonly Section[]
}

export interface WrittenLegalText extends LegalFrame {
  sections: WrittenSection[]
}

/** A legal text as it applies to this dojo. */
export function textFor(text: LegalText, context: Readonly<RouterContextProvider>): WrittenLegalText {
  return textOf(text, houseOf(context))
}

export function textOf(text: LegalText, house: House): WrittenLegalText {
  return { ...text, sections: written(text.sections, house) }
}
