import { pathWith } from '#app/ui/lists/search-params.ts'

interface CommentPageParams {
  page: number
  /** Only this thread. */
  threadId: string | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function commentPageIn(params: URLSearchParams): CommentPageParams {
  const page = params.get('comments') ?? ''
  const thread = params.get('thread') ?? ''
  return { page: /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1, threadId: uuid.test(thread) ? thread : null }
}

/** The address under which a comment on a submission, or an answer in a thread, is kept. */
export function typedCommentAs(submissionPath: string, threadId: unknown): string {
  return `${submissionPath}/comments ${threadId ?? ''}`.trim()
}

export function commentsPath(submissionPath: string, page: number): string {
  return pathWith(submissionPath, { comments: page > 1 ? page : null }, 'comments')
}
