/** The navigation of the admin area: the documented links first, in their order. */
export const ADMIN_LINKS = [
  { to: '/admin', label: 'Dashboard' },
  { to: '/admin/challenges', label: 'Challenges' },
  { to: '/admin/leaderboard', label: 'Leaderboard' },
  { to: '/admin/submissions', label: 'Submissions' },
  { to: '/admin/reports', label: 'Reports' },
  { to: '/admin/announcements', label: 'Announcements' },
  { to: '/admin/integrity', label: 'Integrity' },
  { to: '/admin/suggestions', label: 'Suggestions' },
  { to: '/admin/people', label: 'People' },
  { to: '/admin/settings', label: 'Site Settings' },
  { to: '/admin/audit', label: 'Audit Log' },
  { to: '/admin/webhooks', label: 'Webhooks' },
] as const
