import { z } from 'zod'
import { challengesFollowing } from '#domain/challenges/all.server.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { KINDS, TYPES } from '#domain/challenges/rules.ts'
import { challengeResult, type ResultPlace, resultsFollowing } from '#domain/lifecycle/results.server.ts'
import { submissionsFollowing } from '#domain/submissions/galleries.server.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import { apiResource, noQuery, pageOf, pageQuery, readFollowing, timePlace, timePlaceOf } from './resource.ts'
import * as schemas from './schemas.ts'
import { jsonOf, timeOf } from './schemas.ts'

/** Challenges with their submissions and results, as a visitor sees them (NAV-90). */
export const challengeResources = [
  apiResource({
    path: '/challenges',
    summary: 'Challenges, newest first',
    query: pageQuery.extend({
      status: z.enum(schemas.publicStatuses).optional(),
      kind: z.enum(KINDS).optional(),
      type: z.enum(TYPES).optional(),
    }),
    body: pageOf(schemas.challenge),
    async load(asked) {
      const { db, scope, query, config } = asked
      const { challengeJson } = jsonOf(config.publicUrl)
      const { rows, next } = await readFollowing(
        asked,
        timePlace,
        (following) => challengesFollowing(db, scope, query, following),
        timePlaceOf,
      )
      return { items: rows.map(challengeJson), next }
    },
  }),
  apiResource({
    path: '/challenges/{id}',
    summary: 'A challenge',
    query: noQuery,
    body: schemas.challengeDetail,
    async load({ db, scope, id, config }) {
      const challenge = await challengeDetail(db, scope, id)
      if (!challenge) return null
      return {
        ...jsonOf(config.publicUrl).challengeJson(challenge),
        requirements: challenge.requirements,
        voters: challenge.voters,
        showsSubmissions: challenge.showSubmissions,
        allowsComments: challenge.allowComments,
      }
    },
  }),
  apiResource({
    path: '/challenges/{id}/submissions',
    summary: 'The submissions of a challenge, newest first',
    query: pageQuery,
    body: pageOf(schemas.submission),
    async load(asked) {
      const { db, scope, id, config } = asked
      if (!(await challengeDetail(db, scope, id))) return null
      const { rows, next } = await readFollowing(
        asked,
        timePlace,
        (following) => submissionsFollowing(db, scope, id, following),
        timePlaceOf,
      )
      return { items: rows.map(jsonOf(config.publicUrl).submissionJson), next }
    },
  }),
  apiResource({
    path: '/challenges/{id}/submissions/{otherId}',
    summary: 'A submission',
    query: noQuery,
    body: schemas.submissionDetail,
    async load({ db, scope, id, otherId, config }) {
      const submission = await submissionDetail(db, scope, id, otherId)
      return submission ? jsonOf(config.publicUrl).submissionDetailJson(submission) : null
    },
  }),
  apiResource({
    path: '/challenges/{id}/results',
    summary: 'The result of a completed challenge, by places',
    query: pageQuery,
    body: schemas.result,
    async load(asked) {
      const { db, scope, id, config } = asked
      const challenge = await challengeDetail(db, scope, id)
      const result = challenge && (await challengeResult(db, id))
      if (!result) return null
      const { challengeLinkJson, memberJson, submissionJson } = jsonOf(config.publicUrl)
      const { rows, next } = await readFollowing(
        asked,
        resultPlace,
        (following) => resultsFollowing(db, scope, id, result, following),
        (row): ResultPlace => [row.votes, row.placed, row.id],
      )
      const { winner } = challenge
      return {
        challenge: challengeLinkJson(challenge),
        completedAt: timeOf(result.completedAt),
        entries: result.entries,
        votes: result.votes,
        winner: winner && {
          member: memberJson({ ...winner, displayName: winner.name }),
          submissionId: winner.submissionId,
          votes: winner.votes,
        },
        items: rows.map(({ place, votes, submission }) => ({
          place,
          votes,
          submission: submission && submissionJson(submission),
        })),
        next,
      }
    },
  }),
]

const resultPlace: z.ZodType<ResultPlace> = z.tuple([
  z.int32().min(0),
  z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  z.string().refine(isId),
])
