/** The page of a challenge for administrators. */
export function managePath(challengeId: string): string {
  return `/admin/challenges/${challengeId}`
}
