export function submissionPath({ id, challengeId }: { id: string; challengeId: string }): string {
  return `/challenges/${challengeId}/submissions/${id}`
}
