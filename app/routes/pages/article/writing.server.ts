import { Fragment, isValidElement } from 'react'
import type { House } from '../house.ts'
import { ISLANDS } from './islands.ts'
import type { Writing, WrittenElement, WrittenSection } from './writing.ts'

/** A part of a long text, for the dojo that shows it. Its components are called on the server and keep no state. */
export interface Section {
  id: string
  title: string
  Body(props: { house: House }): React.ReactNode
}

const islands = new Map<unknown, string>(Object.entries(ISLANDS).map(([name, island]) => [island, name]))

export function written(sections: readonly Section[], house: House): WrittenSection[] {
  return sections.map(({ id, title, Body }) => ({ id, title, body: writingOf(Body({ house })) }))
}

/** What a text consists of once its components are worked out, except for the islands. */
export function writingOf(node: React.ReactNode): Writing {
  if (typeof node === 'string' || typeof node === 'number') return node
  if (Array.isArray(node)) return joined(node.map(writingOf))
  if (!isValidElement<Props>(node)) return null
  const { type, props } = node
  if (type === Fragment) return writingOf(props.children)
  const name = typeof type === 'string' ? type : islands.get(type)
  if (name) return { as: name, props: plain(props), inside: writingOf(props.children) }
  return writingOf((type as (props: Props) => React.ReactNode)(props))
}

type Props = Record<string, unknown> & { children?: React.ReactNode }

function plain({ children: _, ...props }: Props): WrittenElement['props'] {
  const given = Object.entries(props).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as WrittenElement['props']
}

/** Without gaps, and with neighboring words as one. */
function joined(parts: readonly Writing[]): Writing {
  const kept: Writing[] = []
  for (const part of parts) {
    const last = kept.at(-1)
    if (isText(part) && isText(last)) kept[kept.length - 1] = `${last}${part}`
    else if (part !== null) kept.push(part)
  }
  return kept.length === 1 ? (kept[0] ?? null) : kept
}

function isText(part: Writing | undefined): part is string | number {
  return typeof part === 'string' || typeof part === 'number'
}
