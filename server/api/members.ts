import { z } from 'zod'
import { LEADERBOARD_SIZE, leaderboard } from '#domain/leaderboard/leaderboard.server.ts'
import { periodLeaderboard } from '#domain/leaderboard/periods.server.ts'
import { memberProfile } from '#domain/members/queries.server.ts'
import { PERIODS } from '#domain/points/rules.ts'
import { submissionTotals } from '#domain/submissions/queries.server.ts'
import { apiResource, noQuery } from './resource.ts'
import * as schemas from './schemas.ts'
import { jsonOf } from './schemas.ts'

/** The leaderboard and public profiles (NAV-90). */
export const memberResources = [
  apiResource({
    path: '/leaderboard',
    summary: 'The members with the most points',
    query: z.strictObject({
      period: z.enum(PERIODS).optional().describe('The current one; all time without it.'),
    }),
    body: z.object({
      items: z.array(
        z.object({
          place: z.int().describe('Members with equal points share one.'),
          points: z.int().describe('Of the period.'),
          totalPoints: z.int(),
          member: schemas.member,
        }),
      ),
    }),
    async load({ db, query: { period }, config }) {
      const size = LEADERBOARD_SIZE.all
      const rows = period ? await periodLeaderboard(db, period, size) : await leaderboard(db, size)
      const { memberJson } = jsonOf(config.publicUrl)
      return {
        items: rows.map((row) => ({
          place: row.position,
          points: row.points,
          totalPoints: row.totalPoints,
          member: memberJson(row),
        })),
      }
    },
  }),
  apiResource({
    path: '/members/{id}',
    summary: 'A public profile',
    query: noQuery,
    body: schemas.profile,
    async load({ db, scope, id, config }) {
      const [member, totals] = await Promise.all([memberProfile(db, id), submissionTotals(db, scope, id)])
      return member ? jsonOf(config.publicUrl).profileJson({ ...member, ...totals }) : null
    },
  }),
]
