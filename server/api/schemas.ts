import { z } from 'zod'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { KINDS, STATUSES, TYPES, VOTERS } from '#domain/challenges/rules.ts'
import { avatarSources, imageVariants, type StoredImage } from '#domain/media/sources.ts'
import type { MemberProfile } from '#domain/members/queries.server.ts'
import type { OwnPlacedSubmission } from '#domain/submissions/galleries.server.ts'
import type {
  SubmissionDetail,
  SubmissionSummary,
  SubmissionTotals,
} from '#domain/submissions/queries.server.ts'
import { address, id, time } from './resource.ts'

// What the API sends, and how it is made of what pages show. OpenAPI names a schema by its id.

export const publicStatuses = STATUSES.filter((status) => status !== 'draft')

export const image = z
  .object({
    color: z.string().nullable().describe('Its average, as #rrggbb; null if it is transparent or not known.'),
    variants: z.array(z.object({ url: address, width: z.int(), height: z.int() })).describe('Ascending.'),
  })
  .meta({ id: 'Image' })

export const member = z
  .object({
    id: id.nullable().describe('Null if the account was deleted, as `url`.'),
    url: address.nullable(),
    name: z.string(),
    avatarUrl: address,
    rank: z.string(),
  })
  .meta({ id: 'Member' })

export const profile = member
  .extend({
    points: z.int(),
    bio: z.string().nullable(),
    joinedAt: time,
    submissions: z.int(),
    votesReceived: z.int().describe('Without those of secret ballots.'),
    wins: z.int(),
  })
  .meta({ id: 'Profile' })

const challengeLink = z.object({ id, url: address, title: z.string() }).meta({ id: 'ChallengeLink' })

export const challenge = z
  .object({
    ...challengeLink.shape,
    description: z.string(),
    kind: z.enum(KINDS),
    type: z.enum(TYPES),
    status: z.enum(publicStatuses),
    startsAt: time.nullable(),
    deadline: time.nullable(),
    votingStartsAt: time.nullable(),
    votingEndsAt: time.nullable(),
    completedAt: time.nullable(),
    allowsVoting: z.boolean(),
    image: image.nullable(),
    participants: z.int(),
    submissions: z.int().describe('Public ones.'),
    votes: z.int().nullable().describe('Null while the ballot is secret.'),
  })
  .meta({ id: 'Challenge' })

export const challengeDetail = challenge
  .extend({
    requirements: z.string(),
    voters: z.enum(VOTERS),
    showsSubmissions: z.boolean().describe('Before the deadline.'),
    allowsComments: z.boolean(),
  })
  .meta({ id: 'ChallengeDetail' })

export const submission = z
  .object({
    id,
    url: address,
    challenge: challengeLink,
    kind: z.enum(KINDS),
    title: z.string(),
    description: z.string(),
    author: member,
    image: image.nullable(),
    imageDescription: z.string().nullable(),
    contentUrl: address.nullable(),
    tools: z.array(z.string()),
    votes: z.int().nullable().describe('Null while the ballot is secret.'),
    comments: z.int().nullable().describe('Up to 100. Null without comments and while the ballot is secret.'),
    submittedAt: time,
  })
  .meta({ id: 'Submission' })

export const submissionDetail = submission
  .extend({
    creationProcess: z.string().nullable(),
    prompt: z.string().nullable(),
    updatedAt: time,
    isWinner: z.boolean(),
    place: z.int().nullable().describe('In the result; null before it and without a vote.'),
  })
  .meta({ id: 'SubmissionDetail' })

export const ownSubmission = submission
  .extend({
    state: z.enum(['pending', 'approved', 'rejected']),
    rejectionReason: z.string().nullable(),
  })
  .meta({ id: 'OwnSubmission' })

export const result = z
  .object({
    challenge: challengeLink,
    completedAt: time,
    entries: z.int(),
    votes: z.int(),
    winner: z
      .object({ member, submissionId: id.nullable(), votes: z.int() })
      .nullable()
      .describe('Null without a vote.'),
    items: z.array(
      z.object({
        place: z
          .int()
          .nullable()
          .describe('Equal votes share a place, but only one wins. Null without a vote.'),
        votes: z.int(),
        submission: submission.nullable().describe('Null if it is no longer public.'),
      }),
    ),
    next: address.nullable().describe('The next page; null on the last one.'),
  })
  .meta({ id: 'Result' })

/** Makes the JSON of what pages show, with the addresses of the site at `publicUrl`. */
export function jsonOf(publicUrl: string) {
  const urlOf = (path: string) => publicUrl + path

  const imageJson = (stored: StoredImage): z.input<typeof image> => ({
    color: stored.color,
    variants: imageVariants(stored).map((variant) => ({ ...variant, url: urlOf(variant.url) })),
  })

  const memberJson = (
    one: Pick<SubmissionSummary['author'], 'id' | 'displayName' | 'photoUrl' | 'rank'>,
  ): z.input<typeof member> => ({
    id: one.id,
    url: one.id && urlOf(`/profile/${one.id}`),
    name: one.displayName,
    avatarUrl: urlOf(avatarSources(one.photoUrl).src),
    rank: one.rank,
  })

  const profileJson = (one: MemberProfile & SubmissionTotals): z.input<typeof profile> => ({
    ...memberJson(one),
    points: one.points,
    bio: one.bio,
    joinedAt: timeOf(one.joinedAt),
    submissions: one.submissionCount,
    votesReceived: one.votesReceived,
    wins: one.wins,
  })

  const challengeLinkJson = (one: { id: string; title: string }): z.input<typeof challengeLink> => ({
    id: one.id,
    url: urlOf(`/challenges/${one.id}`),
    title: one.title,
  })

  const challengeJson = (one: ChallengeSummary): z.input<typeof challenge> => ({
    ...challengeLinkJson(one),
    description: one.description,
    kind: one.kind,
    type: one.type,
    // Visitors see no draft, and the schema refuses one.
    status: one.status as (typeof publicStatuses)[number],
    startsAt: one.startDate && timeOf(one.startDate),
    deadline: one.deadline && timeOf(one.deadline),
    votingStartsAt: one.votingStartsAt && timeOf(one.votingStartsAt),
    votingEndsAt: one.votingEndsAt && timeOf(one.votingEndsAt),
    completedAt: one.completedAt && timeOf(one.completedAt),
    allowsVoting: one.allowVoting,
    image: one.image && imageJson(one.image),
    participants: one.participants,
    submissions: one.submissionCount,
    votes: one.voteCount,
  })

  const submissionJson = (one: SubmissionSummary): z.input<typeof submission> => ({
    id: one.id,
    url: urlOf(`/challenges/${one.challengeId}/submissions/${one.id}`),
    challenge: challengeLinkJson({ id: one.challengeId, title: one.challengeTitle }),
    kind: one.kind,
    title: one.title,
    description: one.description,
    author: memberJson(one.author),
    image: one.image && imageJson(one.image),
    imageDescription: one.imageAlt,
    contentUrl: one.contentUrl,
    tools: one.tools,
    votes: one.votes,
    comments: one.comments,
    submittedAt: timeOf(one.submittedAt),
  })

  const submissionDetailJson = (one: SubmissionDetail): z.input<typeof submissionDetail> => ({
    ...submissionJson(one),
    creationProcess: one.creationProcess,
    prompt: one.prompt,
    updatedAt: timeOf(one.updatedAt),
    isWinner: one.isWinner,
    place: one.placing?.place ?? null,
  })

  const ownSubmissionJson = (one: OwnPlacedSubmission): z.input<typeof ownSubmission> => ({
    ...submissionJson(one),
    state: one.status,
    rejectionReason: one.rejectionReason,
  })

  return {
    ownSubmissionJson,
    challengeLinkJson,
    challengeJson,
    memberJson,
    profileJson,
    submissionJson,
    submissionDetailJson,
  }
}

export function timeOf(moment: Date): string {
  return moment.toISOString()
}
