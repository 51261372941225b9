import type { ChallengeStep, MovedDate } from '#domain/challenges/changes.ts'
import { isHigherRank } from '#domain/points/ranks.ts'
import type { Reportable } from '#domain/reports/rules.ts'
import { formatOrdinal, receiptNumber } from '#domain/submissions/rules.ts'
import { isolated } from '#platform/text/isolated.ts'

export const KINDS = [
  'challenge_opened',
  'deadline_near',
  'dates_moved',
  'voting_opened',
  'results',
  'submission_received',
  'submission_approved',
  'submission_rejected',
  'commented',
  'comment_hidden',
  'report_resolved',
  'vote_voided',
  'rank_changed',
  'announcement',
  'challenge_waits',
] as const

export type NotificationKind = (typeof KINDS)[number]

/** How a member is told of a kind: 'mail' is in the app as well. */
export const CHANNELS = ['off', 'app', 'mail'] as const

export type Channel = (typeof CHANNELS)[number]

/** What the member's settings say of each kind, and the channel until they choose (NOTE-5). */
export const KIND_SETTINGS: Record<
  NotificationKind,
  { label: string; hint: string; defaultChannel: Channel }
> = {
  challenge_opened: {
    label: 'Challenge opens',
    hint: 'A challenge you follow.',
    defaultChannel: 'mail',
  },
  deadline_near: {
    label: 'Deadline is near',
    hint: '24 h and 3 h before a deadline you haven’t met.',
    defaultChannel: 'mail',
  },
  dates_moved: {
    label: 'Dates change',
    hint: 'A deadline or voting time you rely on, or a challenge is canceled.',
    defaultChannel: 'mail',
  },
  voting_opened: {
    label: 'Voting opens',
    hint: 'In challenges you follow or entered.',
    defaultChannel: 'app',
  },
  results: {
    label: 'Results',
    hint: 'Of challenges you follow or entered, with your place.',
    defaultChannel: 'mail',
  },
  submission_received: {
    label: 'Entry received',
    hint: 'A receipt with its number and time.',
    defaultChannel: 'mail',
  },
  submission_approved: {
    label: 'Entry approved',
    hint: 'By an administrator.',
    defaultChannel: 'app',
  },
  submission_rejected: {
    label: 'Entry rejected',
    hint: 'With the reason.',
    defaultChannel: 'mail',
  },
  commented: {
    label: 'Comments',
    hint: 'On your entry, or in answer to you.',
    defaultChannel: 'app',
  },
  comment_hidden: {
    label: 'Comment hidden',
    hint: 'One of yours, with the reason.',
    defaultChannel: 'mail',
  },
  report_resolved: {
    label: 'Report resolved',
    hint: 'What came of it.',
    defaultChannel: 'app',
  },
  vote_voided: {
    label: 'Vote voided',
    hint: 'One of yours, with the reason.',
    defaultChannel: 'mail',
  },
  rank_changed: { label: 'Rank changed', hint: 'You reached another one.', defaultChannel: 'app' },
  announcement: {
    label: 'Announcements',
    hint: 'From the administrators.',
    defaultChannel: 'app',
  },
  challenge_waits: {
    label: 'A challenge waits for you',
    hint: 'As an administrator: reports, results that do not come, no entries.',
    defaultChannel: 'app',
  },
}

/** What a member can be told of, and so chooses how. */
export function kindsFor({ isAdmin }: { isAdmin: boolean }): readonly NotificationKind[] {
  return isAdmin ? KINDS : KINDS.filter((kind) => kind !== 'challenge_waits')
}

/** Hours before a deadline at which followers are reminded (NOTE-2). */
export const REMINDER_HOURS = [24, 3] as const

/** How long notifications are kept, in days. The privacy policy names it. */
export const notificationDays = 180

export const NOTIFICATION_MESSAGES = {
  signIn: 'Sign in to change your notification settings',
  saved: 'Notification settings saved',
  invalid: 'Choose how to be told of each kind',
  saveFailed: 'Failed to save your notification settings. Please try again.',
  pushOn: 'Push is on for this device.',
  pushOff: 'Push is off for this device.',
  pushDenied: 'Your browser blocks notifications of this site.',
  noDevice: 'Failed to turn on push for this device. Please try again.',
  pushFailed: 'Failed to turn off push for this device. Please try again.',
  gone: 'This notification does not exist any more.',
  allRead: 'All notifications are marked as read.',
  readFailed: 'Failed to mark the notifications as read. Please try again.',
} as const

/** The page that celebrates the viewer's rank. */
export const NEW_RANK_PATH = '/profile/rank-up'

/** Why a challenge waits for its organisers. */
export type Waiting = 'report' | 'mismatch' | 'no_entries'

/** What a notification is about, as stored and as its challenge and submission are now. */
export interface NotificationContent {
  kind: NotificationKind
  challenge: { id: string; title: string; winnerName: string | null } | null
  submission: { id: string; title: string; rejectionReason: string | null } | null
  announcement: { id: string; title: string; text: string; link: string | null } | null
  details: {
    /** When the submission was received. ISO 8601. */
    receivedAt?: string
    /** Hours that were left. */
    hours?: number
    /** ISO 8601. */
    deadline?: string
    /** As members read it. */
    reason?: string
    rank?: string
    before?: string
    place?: number
    entries?: number
    /** The recipient has a draft. */
    hasDraft?: boolean
    commentId?: string
    moved?: readonly MovedDate<string>[]
    /** What organisers did. */
    step?: ChallengeStep
    /** A challenge in voting or a finished one takes entries again. */
    isReopened?: boolean
    /** The comment whose thread to open. */
    threadId?: string
    /** The comment answers one of the recipient. */
    isReply?: boolean
    /** The comment was hidden and is shown again, which is not mailed. */
    isRestored?: boolean
    /** Administrators upheld the report. */
    upheld?: boolean
    /** What was reported is deleted. */
    deleted?: boolean
    reported?: Reportable
    reportId?: string
    waits?: Waiting
  }
}

interface NotificationText {
  heading: string
  /** The title of what it is about. */
  subject: string
  /** One sentence, or empty. */
  text: string
  /** The page to open. */
  to: string
}

/** What a notification says, the same in the app and in its mail, which adds its times (NOTE-4). */
export function notificationText(content: NotificationContent): NotificationText {
  const { kind, challenge, submission, announcement, details } = content
  const challengePath = `/challenges/${challenge?.id}`
  const title = challenge?.title ?? ''
  const ofSubmission = {
    subject: submission?.title ?? '',
    to: `${challengePath}/submissions/${submission?.id}`,
  }
  switch (kind) {
    case 'challenge_opened':
      return {
        heading: 'Open for entries',
        subject: title,
        text: '',
        to: challengePath,
      }
    case 'deadline_near':
      return {
        heading: `Less than ${details.hours} hours left`,
        subject: title,
        text: details.hasDraft ? 'Your draft is not submitted yet.' : 'You have not entered yet.',
        to: details.hasDraft ? `${challengePath}/submit` : challengePath,
      }
    case 'dates_moved':
      return {
        heading: stepHeadings[details.step ?? 'opened'] ?? movedHeading(details.moved ?? []),
        subject: title,
        text: details.isReopened ? 'It is open for entries again.' : stepText(details),
        to: details.step?.startsWith('voting') ? `${challengePath}/submissions?mode=voting` : challengePath,
      }
    case 'voting_opened':
      return {
        heading: 'Voting is open',
        subject: title,
        text: '',
        to: `${challengePath}/submissions?mode=voting`,
      }
    case 'results':
      return {
        heading: details.place === 1 && challenge?.winnerName ? 'You won' : 'Results',
        subject: title,
        text: resultText(content),
        to: `${challengePath}/results`,
      }
    case 'submission_received':
      return {
        heading: 'Entry received',
        text: submission
          ? `Number ${receiptNumber(submission.id)} in “${isolated(title)}”. Edit it until the deadline.`
          : '',
        ...ofSubmission,
      }
    case 'submission_approved':
      return { heading: 'Entry approved', text: '', ...ofSubmission }
    case 'submission_rejected':
      return {
        heading: 'Entry rejected',
        text: submission?.rejectionReason ? `Reason: ${isolated(submission.rejectionReason)}` : '',
        ...ofSubmission,
      }
    case 'commented':
      return {
        heading: details.isReply ? 'New reply' : 'New comment',
        text: '',
        ...ofSubmission,
        to: threadPath(ofSubmission.to, details),
      }
    case 'comment_hidden':
      return {
        heading: 'Comment hidden',
        text: details.reason ? `Reason: ${isolated(details.reason)}` : '',
        ...ofSubmission,
        to: threadPath(ofSubmission.to, details),
      }
    case 'report_resolved':
      return {
        heading: 'Your report',
        subject: details.reported ? reported[details.reported] + (title && ` in “${isolated(title)}”`) : '',
        text: resolutionText(details),
        to: '/notifications',
      }
    case 'vote_voided':
      return {
        heading: 'Vote voided',
        subject: title,
        text: details.reason ? `Reason: ${isolated(details.reason)}` : '',
        to: '/profile/points',
      }
    case 'rank_changed':
      return {
        heading: 'New rank',
        subject: details.rank ?? '',
        text: `Your rank was ${details.before} before.`,
        to: isHigherRank(details.rank ?? '', details.before ?? '') ? NEW_RANK_PATH : '/profile/points',
      }
    case 'announcement':
      return {
        heading: 'Announcement',
        subject: announcement?.title ?? '',
        text: announcement?.text ?? '',
        to: announcement?.link ?? `/announcements/${announcement?.id}`,
      }
    case 'challenge_waits':
      return {
        ...waitingTexts[details.waits ?? 'report'],
        subject: title,
        to: `/admin${challengePath}`,
      }
  }
}

const waitingTexts: Record<Waiting, { heading: string; text: string }> = {
  report: { heading: 'New report', text: 'Members reported an entry or a comment.' },
  mismatch: { heading: 'No result', text: 'Two counts of the votes differ.' },
  no_entries: { heading: 'Canceled by itself', text: 'No entry took part. It can be reopened.' },
}

const stepHeadings: Partial<Record<ChallengeStep, string>> = {
  entries_closed: 'Entries are closed',
  voting_started: 'Voting is open',
  voting_reopened: 'Voting is open again',
  canceled: 'Challenge canceled',
  resumed: 'Takes place after all',
}

function stepText({ step, reason }: NotificationContent['details']): string {
  if (step === 'voting_started') return 'Entries are closed.'
  return step === 'canceled' ? (reason ?? '') : ''
}

function movedHeading(moved: readonly MovedDate<string>[]): string {
  if (moved.length === 0) return 'Open for entries'
  return moved.some(({ moment }) => moment === 'deadline') ? 'New deadline' : 'New dates'
}

function threadPath(path: string, { threadId }: NotificationContent['details']): string {
  return `${path}?thread=${threadId}#comments`
}

function resultText({ challenge, details }: NotificationContent): string {
  const winner = challenge?.winnerName ? `The winner is ${isolated(challenge.winnerName)}.` : ''
  if (details.place === 1 && winner) return 'Your entry got the most votes.'
  const place = details.place
    ? `Your entry placed ${formatOrdinal(details.place)} of ${details.entries?.toLocaleString('en')}.`
    : ''
  return [place, winner].filter(Boolean).join(' ') || 'The challenge is completed.'
}

/** Its recipient has just seen the receipt, so only its mail is news. */
export function isReceipt(kind: NotificationKind): boolean {
  return kind === 'submission_received'
}

export function isKind(text: string): text is NotificationKind {
  return (KINDS as readonly string[]).includes(text)
}

export function isChannel(text: unknown): text is Channel {
  return (CHANNELS as readonly unknown[]).includes(text)
}

const reported: Record<Reportable, string> = {
  submission: 'A submission',
  comment: 'A comment',
  member: 'A member',
}

function resolutionText({ upheld, deleted, reported }: NotificationContent['details']): string {
  if (deleted) return reported === 'member' ? 'The account was deleted.' : 'It was deleted.'
  return upheld
    ? 'Administrators agreed with it. Thank you.'
    : 'Administrators looked at it and took no action.'
}
