import { z } from 'zod'
import { memberProfile } from '#domain/members/queries.server.ts'
import { pointsEntries } from '#domain/points/queries.server.ts'
import { type LedgerReason, REASON_LABELS } from '#domain/points/reasons.ts'
import { ownSubmissionsFollowing } from '#domain/submissions/galleries.server.ts'
import { submissionTotals } from '#domain/submissions/queries.server.ts'
import { ownVotes } from '#domain/voting/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import {
  address,
  id,
  noQuery,
  ownResource,
  pageOf,
  pageQuery,
  readFollowing,
  time,
  timePlace,
  timePlaceOf,
} from './resource.ts'
import * as schemas from './schemas.ts'
import { jsonOf, timeOf } from './schemas.ts'

const vote = z
  .object({
    challenge: z.object({ id, url: address, title: z.string().nullable() }),
    submission: z
      .object({ id, url: address, title: z.string() })
      .nullable()
      .describe('Null if it is no longer public.'),
    votedAt: time,
  })
  .meta({ id: 'OwnVote' })

const pointsEntry = z
  .object({
    id,
    points: z.int(),
    reason: z.enum(Object.keys(REASON_LABELS) as LedgerReason[]),
    challenge: z.object({ id, url: address, title: z.string() }).nullable(),
    description: z.string().nullable().describe('Why an administrator changed the points.'),
    at: time,
  })
  .meta({ id: 'PointsEntry' })

/** A member's own data, for the programs to which they gave a token (AUTH-46). */
export const ownResources = [
  ownResource({
    path: '/me',
    summary: 'Your profile, points and rank',
    query: noQuery,
    body: schemas.profile,
    async load({ db, scope, config }) {
      const { id: memberId } = scope.viewer
      const [member, totals] = await Promise.all([
        memberProfile(db, memberId),
        submissionTotals(db, scope, memberId),
      ])
      return member ? jsonOf(config.publicUrl).profileJson({ ...member, ...totals }) : null
    },
  }),
  ownResource({
    path: '/me/submissions',
    summary: 'Your submissions, newest first, rejected ones too',
    query: pageQuery,
    body: pageOf(schemas.ownSubmission),
    async load(asked) {
      const { db, scope, config } = asked
      const { rows, next } = await readFollowing(
        asked,
        timePlace,
        (following) => ownSubmissionsFollowing(db, scope, following),
        timePlaceOf,
      )
      return { items: rows.map(jsonOf(config.publicUrl).ownSubmissionJson), next }
    },
  }),
  ownResource({
    path: '/me/votes',
    summary: 'Your votes that count, the newest challenge first',
    query: pageQuery,
    body: pageOf(vote),
    async load(asked) {
      const { db, scope, config } = asked
      const { rows, next } = await readFollowing(
        asked,
        z.string().refine(isId),
        (following) => ownVotes(db, scope, following),
        (row) => row.challenge.id,
      )
      const items = rows.map(({ challenge, submission, at }) => {
        const url = `${config.publicUrl}/challenges/${challenge.id}`
        return {
          challenge: { ...challenge, url },
          submission: submission && { ...submission, url: `${url}/submissions/${submission.id}` },
          votedAt: timeOf(at),
        }
      })
      return { items, next }
    },
  }),
  ownResource({
    path: '/me/points',
    summary: 'Your points entries, newest first',
    query: pageQuery,
    body: pageOf(pointsEntry),
    async load(asked) {
      const { db, scope, config } = asked
      const { rows, next } = await readFollowing(
        asked,
        timePlace,
        (following) => pointsEntries(db, scope.viewer.id, following),
        timePlaceOf,
      )
      const { challengeLinkJson } = jsonOf(config.publicUrl)
      const items = rows.map(({ id: entryId, points, reason, challenge, description, at }) => ({
        id: entryId,
        points,
        reason,
        challenge: challenge && challengeLinkJson(challenge),
        description,
        at: timeOf(at),
      }))
      return { items, next }
    },
  }),
]
