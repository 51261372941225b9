export const ANNOUNCEMENT_LIMITS = {
  /** Characters. */
  title: 120,
  text: 2_000,
  link: 500,
  /** Of all administrators together. */
  perHour: 5,
  perPage: 20,
} as const

export const ANNOUNCEMENT_MESSAGES = {
  sent: 'Announcement sent. Members are told within the next minutes.',
  sentAlready: 'This form already sent a different announcement. To send this one too, confirm it again.',
  withdrawn: 'Announcement withdrawn',
  title: `Enter a title of at most ${ANNOUNCEMENT_LIMITS.title} characters`,
  text: `Enter a text of at most ${ANNOUNCEMENT_LIMITS.text.toLocaleString('en')} characters`,
  link: 'Enter a page of this site, such as /challenges, or leave it empty',
  audience: 'Choose who is told',
  notPublic: 'This challenge is not public any more. Choose who is told again.',
  tooMany: `At most ${ANNOUNCEMENT_LIMITS.perHour} announcements can be sent in an hour. Please try again later.`,
  sendFailed: 'Failed to send the announcement. Please try again.',
  notFound: 'Announcement Not Found',
  withdrawnAlready: 'This announcement is withdrawn already',
  withdrawFailed: 'Failed to withdraw the announcement',
} as const

/** What an administrator tells members. */
export interface AnnouncementForm {
  title: string
  text: string
  /** A path of this site, or null. */
  link: string | null
  /** The challenge whose followers, authors and voters are told; null for all members. */
  challengeId: string | null
}

export type AnnouncementField = 'title' | 'text' | 'link' | 'audience'

/** The value of the field `audience` for all members; otherwise it is the id of a challenge. */
export const EVERYONE = 'all'
