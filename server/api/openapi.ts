import { z } from 'zod'
import type { ApiResource } from './resource.ts'

const problem = {
  type: 'object',
  description: 'Problem details (RFC 9457)',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
  },
}

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the resources, made of their schemas. */
export function openApi(
  resources: readonly ApiResource[],
  { title, server, version }: { title: string; server: string; version: string },
): Json {
  const components: Record<string, Json> = { Problem: problem }
  const paths = Object.fromEntries(
    resources.map((resource) => [resource.path, { get: operation(resource, components) }]),
  )
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: server }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Made at /profile/tokens.' } },
    },
  }
}

function operation(
  { path, summary, isOwn, query, body }: ApiResource,
  components: Record<string, Json>,
): Json {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))
  const properties = (jsonSchema(query, components).properties ?? {}) as Record<string, Json>
  const parameters = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }))
  const content = { 'application/json': { schema: jsonSchema(body, components) } }
  return {
    operationId: operationId(path),
    summary,
    ...(isOwn && { security: [{ token: [] }] }),
    parameters: [...ids, ...parameters],
    responses: {
      200: { description: 'OK', content },
      default: {
        description: 'A problem',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

/** '/challenges/{id}/results' is getChallengesResults; with an id at its end a path names one of many. */
function operationId(path: string): string {
  const words = path.split('/').filter((part) => part && !part.startsWith('{'))
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `get${capitals.join('').replace(/\W/g, '')}${path.endsWith('}') ? 'ById' : ''}`
}

/** The JSON schema of a schema; those with an id become components. */
function jsonSchema(schema: z.ZodType, components: Record<string, Json>): Json {
  const {
    $schema,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, { io: 'output' }) as Json & {
    $defs?: Record<string, Json>
  }
  for (const [name, definition] of Object.entries($defs)) components[name] = inComponents(definition)
  const own = inComponents(json)
  if (typeof json.id !== 'string') return own
  components[json.id] = own
  return { $ref: `#/components/schemas/${json.id}` }
}

function inComponents(json: Json): Json {
  const { id, $id, ...rest } = json
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
