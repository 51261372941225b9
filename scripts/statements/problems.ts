import type { Shape, StatementRecord } from './shapes.ts'
import type { Alternative, Sources } from './sources.ts'

/** The differences between results and row types, and the statements that were never executed, one line each. */
export function problemsOf({ calls, fragments }: Sources, records: StatementRecord[]): string[] {
  const texts = records.flatMap((one) => ('text' in one ? [one.text] : []))
  const known = new Set(calls.map(({ site }) => site))
  const shapes = Map.groupBy(
    records.filter((one) => 'sites' in one),
    ({ sites }) => sites.find((site) => known.has(site)) ?? sites.join(),
  )
  return [
    ...calls.flatMap(({ site, row }) => {
      const found = shapes.get(site)?.flatMap((one) => mismatches(row, one.row)) ?? ['never executed']
      return [...new Set(found)].map((problem) => `${site}: ${problem}`)
    }),
    ...fragments
      .filter((fragment) => !texts.some((text) => hasInOrder(text, fragment.texts)))
      .map(({ site }) => `${site}: not part of an executed statement`),
    ...[...shapes.keys()].filter((site) => !known.has(site)).map((site) => `${site}: no known call`),
  ]
}

function hasInOrder(text: string, parts: string[]): boolean {
  let from = 0
  return parts.every((part) => {
    const at = text.indexOf(part, from)
    from = at + part.length
    return at !== -1
  })
}

function mismatches(type: Alternative[], shape: Shape, path = ''): string[] {
  if (shape === 'any' || type.some(({ kind }) => kind === 'any')) return []
  const kinds = type.map(({ kind }) => kind)
  if (typeof shape === 'string')
    return kinds.includes(shape) ? [] : [`${path} is ${shape}, its type is ${kinds.join(' | ')}`]
  const results = type.flatMap(({ element, properties }) => {
    if (Array.isArray(shape))
      return element ? [shape.flatMap((inner) => mismatches(element, inner, `${path}[]`))] : []
    return properties ? [propertyMismatches(properties, shape, path)] : []
  })
  const [best] = results.sort((one, other) => one.length - other.length)
  return best ?? [`${path} is ${Array.isArray(shape) ? 'array' : 'object'}, its type is ${kinds.join(' | ')}`]
}

function propertyMismatches(
  properties: Record<string, Alternative[]>,
  shape: { [name: string]: Shape },
  path: string,
): string[] {
  const prefix = path && `${path}.`
  const missing = Object.entries(properties)
    .filter(([name, type]) => !(name in shape) && type.every(({ kind }) => kind !== 'undefined'))
    .map(([name]) => `${prefix}${name} is in the type, not in the result`)
  const others = Object.entries(shape).flatMap(([name, inner]) => {
    const type = properties[name]
    if (type) return mismatches(type, inner, `${prefix}${name}`)
    return [`${prefix}${name} is in the result, not in the type`]
  })
  return [...missing, ...others]
}
