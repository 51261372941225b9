import { useEffect, useReducer, useRef } from 'react'
import { Link, useFetcher, useLocation, useRevalidator, useRouteLoaderData } from 'react-router'
import type { Failure } from '#app/forms/submit.ts'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { AdminBadge } from '#app/parts/members/member.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { submissionPath } from '#app/parts/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { Section } from '#app/ui/section.tsx'
import { TextWithLinks } from '#app/ui/text/text-with-links.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { COMMENT_LIMITS, COMMENT_MESSAGES } from '#domain/comments/rules.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { loginPath } from '#platform/http/return-to.ts'
import type { CommentPage, LoadedSubmission } from '../show/show.server.ts'
import { CommentForm } from './comment-form.tsx'
import { commentPageIn, commentsPath, typedCommentAs } from './params.ts'

type Thread = CommentPage['threads'][number]
type Comment = Thread['replies'][number]

type Props = Pick<LoadedSubmission, 'submission' | 'isOpenForComments'> & { comments: CommentPage }

/** The comments on a submission (TALK-1). Loaded after the rest of the page; the forms work without it. */
export function Comments({ submission, comments, isOpenForComments }: Props) {
  const { search } = useLocation()
  const viewer = useRouteLoaderData<{ viewer: Viewer }>('root')?.viewer ?? null
  const { threads, total, shown } = comments
  const { page, threadId } = commentPageIn(new URLSearchParams(search))
  const path = submissionPath(submission)
  const mayWrite = isOpenForComments && viewer !== null
  // A page may be empty after deletions.
  const isPart = threadId !== null || (page > 1 && shown === 0)
  useNamedComment()
  return (
    <Section
      id="comments"
      title={shown > 0 ? `Comments (${shown < 1_000 ? shown : '999+'})` : 'Comments'}
      link={isPart ? { to: commentsPath(path, 1), label: 'All comments' } : undefined}
    >
      <div className="grid max-w-200 gap-5">
        {!isPart && <Invitation path={path} isOpen={isOpenForComments} viewer={viewer} shown={shown} />}
        {threads.map((thread) => (
          <ThreadCard key={thread.id} thread={thread} path={path} viewer={viewer} mayWrite={mayWrite} />
        ))}
        {!threadId && (
          <Pager
            current={page}
            last={Math.ceil(total / COMMENT_LIMITS.perPage)}
            to={(target) => commentsPath(path, target)}
            label="Pages of comments"
          />
        )}
      </div>
    </Section>
  )
}

/** Shows and focuses the comment, or the comments, that the hash of the page names. The browser looks too early. */
function useNamedComment() {
  const { hash, key } = useLocation()
  const shown = useRef('')
  useEffect(() => {
    if (shown.current === key) return
    const isFirst = shown.current === ''
    shown.current = key
    const target = hash.startsWith('#comment') && document.getElementById(hash.slice(1))
    // Who types already goes on.
    if (target && !document.activeElement?.matches('textarea')) {
      target.setAttribute('tabindex', '-1')
      target.focus({ preventScroll: true })
      if (isFirst) target.scrollIntoView()
    }
  }, [hash, key])
}

/**
 * Calls `onPublished` once a form of a fetcher was accepted: only a refusal has data, which stay until the next one. They
 * are null if another page was opened since.
 */
function usePublished({ state, data }: ReturnType<typeof useFetcher>, onPublished: () => void): void {
  const last = useRef({ state, data })
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const before = last.current
    if (state === 'idle' && before.state !== state && (data === before.data || data === null)) {
      onPublished()
      // The router ignores where the form leads if another page was opened since it was sent.
      if (before.state === 'submitting') revalidate()
    }
    last.current = { state, data: state === 'loading' ? before.data : data }
  })
}

/** Changes with `publish`, so that what has it as its key begins again, with what was typed since. */
function usePublishedCount() {
  return useReducer((count: number) => count + 1, 0)
}

function Invitation({
  path,
  isOpen,
  viewer,
  shown,
}: {
  path: string
  isOpen: boolean
  viewer: Viewer
  shown: number
}) {
  const [published, publish] = usePublishedCount()
  if (!isOpen) return <p className="text-muted">{COMMENT_MESSAGES.notOpen}.</p>
  const none = shown === 0 && <p className="text-muted">No comments yet</p>
  if (viewer)
    return (
      <>
        <NewComment
          key={`${path} ${published}`}
          path={path}
          label="Write a comment"
          button="Comment"
          onPublished={publish}
        />
        {none}
      </>
    )
  return (
    <div className="flex flex-wrap items-center gap-4">
      <ButtonLink to={loginPath(path)} variant="secondary" size="small">
        Sign in to comment
      </ButtonLink>
      {none}
    </div>
  )
}

function NewComment({
  path,
  label,
  button,
  parent,
  onPublished,
}: {
  path: string
  label: string
  button: string
  parent?: string
  onPublished: () => void
}) {
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<Failure>()
  usePublished(fetcher, onPublished)
  return (
    <CommentForm
      Form={fetcher.Form as React.ComponentProps<typeof CommentForm>['Form']}
      action={`${path}/comments`}
      label={label}
      button={button}
      pending={fetcher.state !== 'idle'}
      problem={fetcher.data?.message ?? null}
      hiddenFields={{ from: pathname + search, ...(parent && { parent }) }}
      rows={parent ? 2 : 3}
      typedAs={typedCommentAs(path, parent)}
    />
  )
}

interface ThreadProps {
  thread: Thread
  path: string
  viewer: Viewer
  mayWrite: boolean
}

function ThreadCard({ thread, path, viewer, mayWrite }: ThreadProps) {
  const [published, publish] = usePublishedCount()
  const mayReply = mayWrite && viewer && thread.text !== null && !thread.hidden && !thread.isFull
  return (
    <Card flush className="p-5">
      <CommentItem comment={thread} viewer={viewer} />
      {thread.replies.length < thread.replyCount && (
        <TextLink
          to={`${path}?thread=${thread.id}#comments`}
          className="mt-3 inline-flex min-h-6 items-center text-small"
        >
          View all {thread.replyCount} replies
        </TextLink>
      )}
      {thread.replies.length > 0 && (
        <ul aria-label="Replies" className="mt-4 grid gap-4 border-l-2 border-line pl-4 sm:ml-5">
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <CommentItem comment={reply} viewer={viewer} />
            </li>
          ))}
        </ul>
      )}
      {mayReply && (
        <details
          key={published}
          className="mt-3"
          onToggle={({ currentTarget }) =>
            currentTarget.open && currentTarget.querySelector('textarea')?.focus()
          }
        >
          <summary className="inline-flex min-h-8 cursor-pointer items-center text-small font-semibold text-muted hover:text-ink">
            Reply
          </summary>
          <div className="mt-3">
            <NewComment
              path={path}
              label="Your reply"
              button="Reply"
              parent={thread.id}
              onPublished={publish}
            />
          </div>
        </details>
      )}
    </Card>
  )
}

function CommentItem({ comment, viewer }: { comment: Comment; viewer: Viewer }) {
  const { id, author, at, isEdited, text, hidden } = comment
  return (
    <article id={`comment-${id}`} className="scroll-mt-24 outline-none">
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-muted">
        {author && (
          <Link
            to={`/profile/${author.id}`}
            className="flex min-h-6 items-center gap-2 font-semibold text-ink hover:underline"
          >
            <Avatar photoUrl={author.photoUrl} rank={author.rank} size="tiny" />
            <bdi>{memberName(author.displayName)}</bdi>
          </Link>
        )}
        {author?.isAdmin && <AdminBadge compact />}
        <Time value={at} format="datetime" />
        {isEdited && <span>edited</span>}
      </header>
      {hidden && (
        <p className="mt-2 text-calm text-muted italic">
          {hidden.reason ? `Hidden by an administrator: ${hidden.reason}` : 'Hidden by an administrator.'}
        </p>
      )}
      {comment.isDeleted && <p className="mt-2 text-calm text-muted italic">Deleted by its author.</p>}
      {text !== null && (
        <p dir="auto" className="mt-2 max-w-[68ch] whitespace-pre-line wrap-anywhere">
          <TextWithLinks text={text} />
        </p>
      )}
      {text !== null && viewer && <Actions comment={comment} />}
    </article>
  )
}

function Actions({ comment }: { comment: Comment }) {
  const { pathname, search } = useLocation()
  const { id, mayEdit, mayDelete, mayHide, hidden } = comment
  const back = `?${new URLSearchParams({ returnTo: pathname + search })}`
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-5 text-small *:*:inline-flex *:*:min-h-7 *:*:min-w-6 *:*:items-center">
      {mayEdit && (
        <li>
          <TextLink to={`/comments/${id}/edit`}>Edit</TextLink>
        </li>
      )}
      {mayDelete && (
        <li>
          <TextLink to={`/comments/${id}/delete`}>Delete</TextLink>
        </li>
      )}
      {!mayDelete && (
        <li>
          <TextLink to={`/report/comment/${id}`}>Report</TextLink>
        </li>
      )}
      {mayHide && (
        <li>
          <TextLink to={`/admin/comments/${id}/${hidden ? 'restore' : 'hide'}${back}`}>
            {hidden ? 'Restore' : 'Hide'}
          </TextLink>
        </li>
      )}
    </ul>
  )
}
