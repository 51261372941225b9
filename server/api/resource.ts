import { z } from 'zod'
import type { Services } from '#app/context.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Member } from '#domain/members/rules.ts'
import type { Following, TimePlace } from '#platform/database/keyset.server.ts'
import { isId } from '#platform/id.server.ts'
import { Problem } from './problem.ts'

export interface ApiServices extends Pick<Services, 'db' | 'config' | 'log' | 'maintenance'> {}

interface Asked<Query> extends ApiServices {
  /** A visitor, or the member of the token where the resource is of one. */
  scope: Scope
  /** The id in the path; '' without one. */
  id: string
  /** The second id. */
  otherId: string
  query: Query
  /** The address of this page with another cursor. */
  pageAt(cursor: string): string
}

interface Resource<Query extends z.ZodObject, Body extends z.ZodType> {
  /** Below /api/v1, with {id} and {otherId}. */
  path: string
  summary: string
  query: Query
  /** Of the member of a token. */
  isOwn?: boolean
  body: Body
  /** Null where there is nothing for this viewer. */
  load(asked: Asked<z.output<Query>>): Promise<z.input<Body> | null>
}

/** A resource without the types of its query and body. */
export interface ApiResource {
  path: string
  summary: string
  isOwn?: boolean
  query: z.ZodObject
  body: z.ZodType
  load(asked: Asked<unknown>): Promise<unknown>
}

/** A resource of the API. Its schemas check the query, make the body and describe both in OpenAPI. */
export function apiResource<Query extends z.ZodObject, Body extends z.ZodType>(
  resource: Resource<Query, Body>,
): ApiResource {
  return resource as unknown as ApiResource
}

/** A resource of the member whose token the request has. */
export function ownResource<Query extends z.ZodObject, Body extends z.ZodType>(
  resource: Omit<Resource<Query, Body>, 'load' | 'isOwn'> & {
    load(asked: Asked<z.output<Query>> & { scope: Scope & { viewer: Member } }): Promise<z.input<Body> | null>
  },
): ApiResource {
  return { ...resource, isOwn: true } as unknown as ApiResource
}

export const noQuery = z.strictObject({})

export const pageQuery = z.strictObject({
  cursor: z.string().max(200).optional().describe('Where the page begins: from `next` of the page before.'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('How many items a page has at most.'),
})

type PageQuery = z.output<typeof pageQuery>

export const id = z.string().meta({ format: 'uuid' })
export const address = z.string().meta({ format: 'uri' })
export const time = z.string().meta({ format: 'date-time', description: 'In UTC.' })

export function pageOf<Item extends z.ZodType>(items: Item) {
  return z.object({
    items: z.array(items),
    next: address.nullable().describe('The next page; null on the last one.'),
  })
}

/** Of a list in the order of time: what its cursors hold, and the place of a row. */
export const timePlace: z.ZodType<TimePlace> = z.tuple([
  z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  z.string().refine(isId),
])

export function timePlaceOf(row: { placed: number; id: string }): TimePlace {
  return [row.placed, row.id]
}

/** The rows of a page, and the address of the next one. Throws a problem for a cursor that is not of this list. */
export async function readFollowing<Row, Place>(
  { query, pageAt }: Pick<Asked<PageQuery>, 'query' | 'pageAt'>,
  place: z.ZodType<Place>,
  rowsOf: (following: Following<Place>) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): Promise<{ rows: Row[]; next: string | null }> {
  const { cursor, limit } = query
  const after = cursor === undefined ? null : placeIn(place, cursor)
  const found = await rowsOf({ after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last && found.length > limit ? pageAt(cursorOf(placeOf(last))) : null }
}

function cursorOf(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

function placeIn<Place>(schema: z.ZodType<Place>, cursor: string): Place {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Problem(400, 'This cursor is not of this list.')
  }
}
