import { join } from 'node:path'
import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import sql, { type Sql } from 'sql-template-tag'
import { ZipFile } from 'yazl'
import { aboutSubmissionOf } from '#domain/audit/queries.server.ts'
import type { Moderation } from '#domain/challenges/scope.server.ts'
import { openImage } from '#domain/media/files.server.ts'
import type { SiteSettings } from '#domain/settings/rules.ts'
import { titleVisible } from '#domain/submissions/visibility.server.ts'
import type { Config } from '#platform/config/config.server.ts'
import { openReader, type Reader } from '#platform/database/cursor.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import {
  type FilePart,
  openTemporaryFile,
  type TemporaryFile,
} from '#platform/files/temporary-file.server.ts'
import type { Logger } from '#platform/log/log.server.ts'

interface ArchiveSource {
  db: Pick<Database, 'connect'>
  files: FileStore
  config: Pick<Config, 'publicUrl' | 'dataDir'>
  settings: { current(): Pick<SiteSettings, 'productName' | 'moderation'> }
  log: Logger
}

/** A slow reader keeps temporary files for at most so long, in milliseconds. */
const longestDownload = 3_600_000

/**
 * A zip file of everything stored about a member: JSON files, of one snapshot, and images. The rows are in a temporary
 * file before the first byte is sent, so that the database does not wait for the client. While the client reads, each
 * image is copied into a temporary file in its turn; those that were deleted by then are left out. One that fails
 * destroys the stream, so that an incomplete archive cannot pass for a complete one; so do `signal` and the end of
 * `mostMs`. Rejects if `signal` aborts before the start.
 */
export async function openArchive(
  source: ArchiveSource,
  memberId: string,
  signal: AbortSignal,
  mostMs = longestDownload,
): Promise<Readable> {
  const { config, settings, files, log } = source
  const { rows, lists, images } = await readRows(source, memberId, signal)
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  const reading = new AbortController()
  output.once('close', () => {
    reading.abort()
    rows.close().catch((err: unknown) => log.error({ err }, 'a temporary file could not be closed'))
  })
  signal.addEventListener('abort', () => output.destroy(), { once: true })
  if (signal.aborted) output.destroy()
  const fail = (error: Error) => {
    if (!reading.signal.aborted) log.error({ err: error }, 'a download of personal data broke off')
    output.destroy(error)
  }
  archive.on('error', fail)
  const timer = setTimeout(() => fail(new Error('it took too long')), mostMs)
  output.once('close', () => clearTimeout(timer))

  /** Adds a file and waits until it has been read. */
  async function add(name: string, stream: Readable, compress = true): Promise<void> {
    addAbortSignal(reading.signal, stream)
    archive.addReadStream(stream, name, { compress })
    await finished(stream)
  }

  /** Copies the image first: a client that reads slowly would hold a connection to a bucket. */
  async function addImage(id: string, width: number): Promise<void> {
    const image = await openImage(files, id, width)
    if (!image) return
    // A stream that is destroyed before anything listens to it would end the process.
    if (reading.signal.aborted) return void image.stream.destroy()
    addAbortSignal(reading.signal, image.stream)
    const copy = await openTemporaryFile(folderOf(config))
    try {
      const part = await copy.write(image.stream)
      await add(`images/${id}.webp`, Readable.from(copy.read(part), { objectMode: false }), false)
    } finally {
      await copy.close()
    }
  }

  async function addAll(): Promise<void> {
    archive.addBuffer(Buffer.from(readme(settings.current().productName)), 'README.txt')
    for (const { name, part } of lists)
      await add(`${name}.json`, Readable.from(rows.read(part), { objectMode: false }))
    for (const [id, width] of images) {
      if (reading.signal.aborted) return
      await addImage(id, width)
    }
    archive.end()
  }

  addAll().catch(fail)
  return output
}

type ExportedImage = [id: string, width: number]

interface ExportedRows {
  rows: TemporaryFile
  lists: { name: string; part: FilePart }[]
  images: ExportedImage[]
}

function folderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'uploads')
}

async function readRows(
  { db, config, settings }: ArchiveSource,
  memberId: string,
  signal: AbortSignal,
): Promise<ExportedRows> {
  const reader = await openReader(db, signal)
  try {
    const rows = await openTemporaryFile(folderOf(config))
    try {
      const images = await exportedImages(reader, memberId)
      const lists: ExportedRows['lists'] = []
      for (const { name, rows: statement } of exportedLists(memberId, { ...config, ...settings.current() }))
        lists.push({ name, part: await rows.write(json(reader, statement)) })
      return { rows, lists, images }
    } catch (error) {
      await rows.close().catch(() => undefined)
      throw error
    }
  } finally {
    await reader.close()
  }
}

async function exportedImages(reader: Reader, memberId: string): Promise<ExportedImage[]> {
  const rows = await reader.open<ExportedImage>(sql`
    select id, (select max(width) from unnest(widths) width) from images
    where owner_id = ${memberId} order by created_at, id`)
  const images = []
  for (let batch = await rows.next(); batch.length > 0; batch = await rows.next()) images.push(...batch)
  await rows.close()
  return images
}

async function* json(reader: Reader, statement: Sql): AsyncGenerator<Uint8Array> {
  const rows = await reader.open<[Record<string, unknown>]>(statement)
  let separator = '[\n'
  for (let batch = await rows.next(); batch.length > 0; batch = await rows.next()) {
    const lines = batch.map(([row]) => JSON.stringify(row)).join(',\n')
    yield Buffer.from(separator + lines)
    separator = ',\n'
  }
  yield Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n')
  await rows.close()
}

function readme(productName: string): string {
  return `Your data at ${productName}

Each .json file is a list. Times are in UTC. Where a challenge hides its votes, they are left out until it is completed. images/ holds the images that you uploaded, in the largest stored size.

profile                         your profile
identities                      the accounts that you sign in with
sessions                        where you are signed in
access-tokens                   the tokens with which your programs read your data, without their secrets
push-devices                    the browsers that show you push messages
submissions                     what you submitted to challenges
drafts                          what you have not submitted yet
comments                        what you wrote about submissions
suggestions                     the challenges that you suggested
reports                         what you reported to administrators
votes                           what you voted for, and whether a fingerprint of your network is kept with it
voided-votes                    votes of yours that administrators voided, and why
seen-submissions                which submissions you saw while members voted, kept for 30 days after
shortlist                       the submissions that you put on your private shortlists
followed-challenges             the challenges that you asked to be reminded of
notifications                   what you were told of, kept for 180 days, and when its mail was sent
calendar-address                since when your calendar has a private address
announcements                   the announcements that you sent as an administrator
notification-settings           how you want to be told, where you changed it
points                          every change of your points
points-adjustments              points and ranks that administrators changed
rank-history                    the ranks that you reached
points-of-periods               your points of each month and each season, a quarter of the year, of the last year
wins                            the challenges that you won
administrator-actions-about-me  what administrators did about you, your submissions or your comments
administrator-actions-by-me     what you did as an administrator
images                          a list of your images

The reasons in points.json:

challenge_submission            you submitted to a challenge
submission_removed              that submission was rejected, deleted or withdrawn, and its points were taken back
vote_cast                       you voted
vote_received                   your submission received a vote
vote_removed                    a vote by you or for your submission was withdrawn, and its points were taken back
vote_hidden                     a challenge hid its votes again, and pays for them when voting ends
challenge_participation         a challenge that you took part in was completed
challenge_win                   your submission won a challenge
challenge_win_revoked           a completed challenge was changed, and the points of its win were taken back
admin_adjustment                an administrator changed your points

Your answer about cookies, the theme and texts that were not sent yet are stored in your browser only. Limits against too many requests
are counted by a one-way fingerprint for a short time and are not part of this file.
`
}

/** A challenge that became a draft again has no public title. */
const shownTitle = sql`case when c.status <> 'draft' then c.title end`

interface ExportedList {
  name: string
  rows: Sql
}

/**
 * Everything stored about a member, without secrets and without names or data of other people. Others' submissions are
 * given by URL and, while the member may read it, title only.
 */
function exportedLists(
  id: string,
  { publicUrl, moderation }: { publicUrl: string; moderation: Moderation },
): ExportedList[] {
  const shownSubmission = sql`case when ${titleVisible(moderation, id)} then s.title end`
  return [
    {
      name: 'profile',
      rows: sql`select jsonb_build_object('id', u.id, 'displayName', u.display_name, 'email', u.email, 'bio', u.bio, 'timeZone', u.time_zone,
          'avatar', u.photo_url, 'rank', u.rank, 'points', u.points, 'isAdministrator', u.is_admin,
          'role', (select jsonb_build_object('role', role, 'since', granted_at) from admins where user_id = u.id),
          'joined', u.joined_date, 'updated', u.updated_at)
        from users u where u.id = ${id}`,
    },
    {
      name: 'identities',
      rows: sql`select jsonb_build_object('issuer', issuer, 'subject', subject, 'email', email,
          'emailVerified', email_verified, 'created', created_at)
        from identities where user_id = ${id} order by created_at`,
    },
    {
      name: 'sessions',
      rows: sql`select jsonb_build_object('device', device, 'started', created_at, 'lastSeen', last_seen_at,
          'ends', expires_at, 'confirmed', confirmed_at)
        from sessions where user_id = ${id} order by created_at`,
    },
    {
      name: 'access-tokens',
      rows: sql`select jsonb_build_object('name', name, 'created', created_at, 'lastUsed', last_used_on)
        from access_tokens where user_id = ${id} order by created_at, id`,
    },
    {
      name: 'push-devices',
      rows: sql`select jsonb_build_object('device', s.device, 'since', d.created_at, 'address', d.endpoint,
          'keys', jsonb_build_array(d.p256dh, d.auth))
        from sessions s join push_devices d on d.session_id = s.id where s.user_id = ${id} order by d.created_at, d.id`,
    },
    {
      name: 'submissions',
      rows: sql`select jsonb_build_object('id', s.id, 'challenge', ${shownTitle}, 'title', s.title,
          'description', s.description, 'creationProcess', s.creation_process, 'prompt', s.prompt, 'aiTools', s.ai_tools_used,
          'contentUrl', s.content_url, 'imageId', s.image_id, 'imageDescription', s.image_alt, 'status', s.status,
          'rejectionReason', s.rejection_reason, 'moderated', s.moderation_date,
          'votes', case when not c.hides_votes then s.votes end,
          'won', coalesce(c.winner_submission_id = s.id, false), 'submitted', s.submission_date,
          'updated', s.updated_at,
          'address', ${`${publicUrl}/challenges/`}::text || s.challenge_id || '/submissions/' || s.id)
        from submissions s join challenges c on c.id = s.challenge_id
        where s.user_id = ${id} order by s.submission_date, s.id`,
    },
    {
      name: 'drafts',
      rows: sql`select jsonb_build_object('challenge', ${shownTitle}, 'title', d.title, 'description', d.description,
          'creationProcess', d.creation_process, 'prompt', d.prompt, 'aiTools', d.ai_tools, 'contentUrl', d.content_url,
          'imageId', d.image_id, 'imageDescription', d.image_alt, 'saved', d.updated_at)
        from submission_drafts d left join challenges c on c.id = d.challenge_id
        where d.user_id = ${id} order by d.updated_at, d.challenge_id`,
    },
    {
      name: 'comments',
      rows: sql`select jsonb_build_object('submission', ${shownSubmission}, 'text', m.text, 'reply', m.parent_id is not null,
          'at', m.created_at, 'edited', m.edited_at, 'hidden', m.hidden_at, 'hiddenBecause', m.hidden_reason,
          'address', ${`${publicUrl}/challenges/`}::text || s.challenge_id || '/submissions/' || s.id)
        from comments m join submissions s on s.id = m.submission_id join challenges c on c.id = s.challenge_id
        where m.user_id = ${id} and m.text is not null order by m.created_at, m.id`,
    },
    {
      name: 'suggestions',
      rows: sql`select jsonb_build_object('title', title, 'brief', brief, 'kind', kind, 'at', created_at, 'declined', declined_at)
        from suggestions where user_id = ${id} order by created_at, id`,
    },
    {
      name: 'reports',
      rows: sql`select jsonb_build_object('about', case when member_id is not null then 'member'
            when comment_id is not null then 'comment' else 'submission' end,
          'reason', reason, 'note', note, 'at', created_at, 'resolved', resolved_at, 'upheld', upheld)
        from reports where reporter_id = ${id} order by created_at, id`,
    },
    {
      name: 'votes',
      rows: sql`select jsonb_build_object('challenge', ${shownTitle}, 'submission', ${shownSubmission}, 'cast', v.created_at,
          'address', ${`${publicUrl}/challenges/`}::text || c.id || '/submissions/' || s.id, 'networkKept', v.network is not null)
        from votes v join submissions s on s.id = v.submission_id join challenges c on c.id = v.challenge_id
        where v.user_id = ${id} and v.counts order by v.created_at, v.id`,
    },
    {
      name: 'voided-votes',
      rows: sql`select jsonb_build_object('challenge', ${shownTitle}, 'submission', ${shownSubmission}, 'cast', v.created_at,
          'voided', b.voided_at, 'reason', b.reason)
        from votes v join void_batches b on b.id = v.voided_batch_id
        left join submissions s on s.id = v.submission_id join challenges c on c.id = v.challenge_id
        where v.user_id = ${id} order by b.voided_at, b.id`,
    },
    {
      name: 'seen-submissions',
      rows: sql`select jsonb_build_object('challenge', ${shownTitle}, 'submission', ${shownSubmission}, 'seen', i.seen_at)
        from impressions i join submissions s on s.id = i.submission_id join challenges c on c.id = i.challenge_id
        where i.user_id = ${id} order by i.seen_at, i.submission_id`,
    },
    {
      name: 'shortlist',
      rows: sql`select jsonb_build_object('challenge', ${shownTitle}, 'submission', ${shownSubmission},
          'address', ${`${publicUrl}/challenges/`}::text || c.id || '/submissions/' || s.id)
        from shortlists l join submissions s on s.id = l.submission_id join challenges c on c.id = l.challenge_id
        where l.user_id = ${id} order by c.created_at, c.id, l.place`,
    },
    {
      name: 'followed-challenges',
      rows: sql`select jsonb_build_object('challenge', ${shownTitle}, 'since', f.created_at)
        from challenge_follows f join challenges c on c.id = f.challenge_id
        where f.user_id = ${id} order by f.created_at, c.id`,
    },
    {
      name: 'notifications',
      rows: sql`select jsonb_build_object('kind', e.kind, 'challenge', ${shownTitle}, 'announcement', a.title,
          'details', e.details || n.details,
          'at', n.created_at, 'read', n.read_at, 'mailed', m.sent_at)
        from notifications n join notification_events e on e.id = n.event_id
        left join challenges c on c.id = e.challenge_id
        left join announcements a on a.id = e.announcement_id
        left join mails m on m.event_id = n.event_id and m.user_id = n.user_id
        where n.user_id = ${id} order by n.created_at, n.event_id`,
    },
    {
      name: 'announcements',
      rows: sql`select jsonb_build_object('title', title, 'text', text, 'link', link, 'sent', sent_at, 'withdrawn', withdrawn_at)
        from announcements where created_by = ${id} order by sent_at, id`,
    },
    {
      name: 'calendar-address',
      rows: sql`select jsonb_build_object('since', created_at) from calendar_addresses where user_id = ${id}`,
    },
    {
      name: 'notification-settings',
      rows: sql`select jsonb_build_object('kind', kind, 'channel', channel)
        from notification_settings where user_id = ${id} order by kind`,
    },
    {
      name: 'points',
      rows: sql`select jsonb_build_object('points', l.points, 'reason', l.reason, 'challenge', ${shownTitle},
          'at', l."timestamp")
        from points_log l left join challenges c on c.id = l.challenge_id
        where l.user_id = ${id}
          and not (l.reason in ('vote_received', 'vote_removed', 'vote_hidden') and coalesce(c.hides_votes, false))
        order by l."timestamp", l.id`,
    },
    {
      name: 'points-adjustments',
      rows: sql`select jsonb_build_object('points', points, 'description', description, 'oldTotal', old_total,
          'newTotal', new_total, 'oldRank', old_rank, 'newRank', new_rank, 'at', created_at)
        from points_history where user_id = ${id} order by created_at, id`,
    },
    {
      name: 'rank-history',
      rows: sql`select jsonb_build_object('rank', rank, 'achieved', achieved_at)
        from rank_history where user_id = ${id} order by achieved_at, id`,
    },
    {
      name: 'points-of-periods',
      rows: sql`select jsonb_build_object('period', period, 'startsOn', starts_on, 'points', points)
        from period_points where user_id = ${id} order by period, starts_on`,
    },
    {
      name: 'wins',
      rows: sql`select jsonb_build_object('challenge', title, 'votes', winner_votes, 'completed', completed_at)
        from challenges where winner_id = ${id} order by completed_at, id`,
    },
    {
      name: 'administrator-actions-about-me',
      rows: sql`select jsonb_build_object('action', a.action, 'at', a.created_at,
          -- Only the author of a hidden comment reads why.
          'reason', case when coalesce(a.after ->> 'comment_by', ${id}::text) = ${id}::text then a.after ->> 'reason' end,
          'submission', case when a.subject_type = 'submission' and ${aboutSubmissionOf(id)} then a.subject_name end)
        from audit_log a
        where (a.subject_id = ${id} or ${aboutSubmissionOf(id)} or a.after ->> 'comment_by' = ${id}::text)
          -- Only administrators read what others report.
          and a.action not in ('submission_report_resolved', 'member_report_resolved')
        order by a.created_at, a.id`,
    },
    {
      name: 'administrator-actions-by-me',
      rows: sql`select jsonb_build_object('action', action, 'subject', subject_type, 'at', created_at)
        from audit_log where admin_id = ${id} order by created_at, id`,
    },
    {
      name: 'images',
      rows: sql`select jsonb_build_object('id', id, 'purpose', purpose, 'width', width, 'height', height, 'color', color,
          'bytes', bytes, 'uploaded', created_at)
        from images where owner_id = ${id} order by created_at, id`,
    },
  ]
}
