import type { CallExpression, Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'

/** Sites are `path:line:column`. */
export interface Sources {
  /** The calls that execute a statement, with the alternatives of the type of their rows. */
  calls: { site: string; row: Alternative[] }[]
  /** The sql`...` literals: their texts between the values. */
  fragments: { site: string; texts: string[] }[]
}

/** The kind 'any' fits each value; an optional property has 'undefined'. */
export interface Alternative {
  kind: string
  element?: Alternative[]
  properties?: Record<string, Alternative[]>
}

const declarations = /\/(platform\/database\/database\.server|@types\/pg\/index\.d)\.ts$/
const deepest = 8

/** The call sites and the sql`...` literals of `paths`, which are relative to `root`, the folder of tsconfig.json. */
export function readSources(root: string, paths: string[]): Sources {
  const api = new API({ cwd: root })
  try {
    const config = `${root}/tsconfig.json`
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`No TypeScript project: ${config}`)
    const calls: Sources['calls'] = []
    const fragments: Sources['fragments'] = []
    for (const path of paths) {
      const file = project.program.getSourceFile(`${root}/${path}`)
      if (!file) throw new Error(`Not in ${config}: ${path}`)
      const siteOf = (start: number) => {
        const { line, character } = file.getLineAndCharacterOfPosition(start)
        return `${path}:${line + 1}:${character + 1}`
      }
      const visit = (node: Node): void => {
        if (isCallExpression(node)) {
          const { expression } = node
          const name = isPropertyAccessExpression(expression) ? expression.name : expression
          if (isIdentifier(name) && /^(rows|row|query)$/.test(name.text)) {
            const row = rowType(project.checker, node, name)
            if (row) calls.push({ site: siteOf(name.end - name.text.length), row })
          }
        } else if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql') {
          fragments.push({ site: siteOf(node.tag.end - 3), texts: textsOf(node) })
        }
        node.forEachChild(visit)
      }
      if (/\b(rows|row|query|sql)\b/.test(file.text)) visit(file)
    }
    return { calls, fragments }
  } finally {
    api.close()
  }
}

/** Undefined if the call executes no statement, or only passes on the type parameter of its function. */
function rowType(checker: Checker, call: CallExpression, name: Node): Alternative[] | undefined {
  const declaredIn = checker.getSymbolAtLocation(name)?.declarations[0]?.path ?? ''
  if (!declarations.test(declaredIn) && !call.typeArguments) return undefined
  const promise = checker.getTypeAtLocation(call)
  if (promise?.getSymbol()?.name !== 'Promise') return undefined
  // Promise<Row[]>, Promise<Row | undefined> or Promise<QueryResult<Row>>.
  const [answer] = promise?.isTypeReference() ? checker.getTypeArguments(promise) : []
  const [inner] = answer?.isTypeReference() ? checker.getTypeArguments(answer) : []
  const row = inner ?? (answer && checker.getNonNullableType(answer))
  if (!row || row.isTypeParameter()) return undefined
  // The caller reads no column by its name.
  if (checker.isArrayType(row) || checker.getPropertiesOfType(row).length === 0) return [{ kind: 'any' }]
  return alternatives(checker, row, 0)
}

function alternatives(checker: Checker, type: Type, depth: number): Alternative[] {
  if (type.isUnionType()) return type.getTypes().flatMap((one) => alternatives(checker, one, depth))
  const { flags } = type
  if (flags & TypeFlags.Null) return [{ kind: 'null' }]
  if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return [{ kind: 'undefined' }]
  if (flags & TypeFlags.StringLike) return [{ kind: 'string' }]
  if (flags & TypeFlags.NumberLike) return [{ kind: 'number' }]
  if (flags & TypeFlags.BooleanLike) return [{ kind: 'boolean' }]
  const isObject = (flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0
  if (!isObject || depth === deepest || checker.getIndexInfosOfType(type).length > 0) {
    const [element] = isObject && checker.isArrayType(type) ? checker.getTypeArguments(type as never) : []
    return element
      ? [{ kind: 'array', element: alternatives(checker, element, depth + 1) }]
      : [{ kind: 'any' }]
  }
  const name = type.getSymbol()?.name
  if (name === 'Date' || name === 'Buffer') return [{ kind: name }]
  const properties = checker.getPropertiesOfType(type)
  const types = checker.getTypeOfSymbol(properties)
  return [
    {
      kind: 'object',
      properties: Object.fromEntries(
        properties.map((property, index) => {
          const inner = types[index]
          return [property.name, inner ? alternatives(checker, inner, depth + 1) : [{ kind: 'any' }]]
        }),
      ),
    },
  ]
}

function textsOf({ template }: TaggedTemplateExpression): string[] {
  return isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text]
}
