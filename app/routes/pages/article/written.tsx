import { createElement, Fragment } from 'react'
import { ISLANDS } from './islands.ts'
import type { Writing } from './writing.ts'

/** Shows a text that came as data, so that long texts cost the browser no code. */
export function Written({ writing }: { writing: Writing }): React.ReactNode {
  return rendered(writing)
}

function rendered(writing: Writing): React.ReactNode {
  if (writing === null || typeof writing !== 'object') return writing
  if (isList(writing)) return createElement(Fragment, null, ...writing.map(rendered))
  return createElement(element(writing.as), writing.props, rendered(writing.inside))
}

function element(name: string): React.ElementType {
  const islands: Record<string, unknown> = ISLANDS
  return (islands[name] ?? name) as React.ElementType
}

function isList(writing: Writing): writing is readonly Writing[] {
  return Array.isArray(writing)
}
