import { Link } from 'react-router'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { Image } from '#app/parts/image.tsx'
import { Thumb } from '#app/parts/thumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Count } from '#app/ui/number.tsx'
import { excerpt } from '#app/ui/text/excerpt.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import type { DraftRow } from '#domain/submissions/drafts.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Lead } from './lead.ts'

interface Props {
  lead: Lead
  draft: DraftRow | null
  now: Date
}

/** What a member does next: a challenge with its art and one button (NAV-44). Words are on the art, but below a work. */
export function Today({ lead, draft, now }: Props) {
  const { challenge, eyebrow, until, voting, action, primary, isWork } = lead
  return (
    <section
      aria-labelledby="today"
      className={`flex flex-col justify-end border-line max-lg:-mx-[min(1.25rem,6vw)] max-lg:border-b lg:min-h-110 lg:overflow-hidden lg:rounded-card lg:border ${isWork ? '' : 'lg:relative'}`}
    >
      <div
        className={`flex aspect-[39/32] max-h-[62svh] w-full flex-col justify-end overflow-hidden ${isWork ? 'relative lg:aspect-auto lg:max-h-none lg:flex-1' : 'max-lg:relative lg:contents'}`}
      >
        <Art image={lead.image} isWork={isWork} />
        <div className="absolute inset-x-0 top-0 flex flex-wrap justify-between gap-2 p-4 lg:p-5">
          <Chip>
            <span className={`size-2 rounded-full ${primary ? 'bg-[#2fcf87]' : 'bg-[#dcb550]'}`} />
            {eyebrow}
          </Chip>
          {until && (
            <Chip>
              <Icon name="clock" className="size-4" />
              <TimeLeft until={until} now={now} voting={voting} />
            </Chip>
          )}
        </div>
        {!isWork && <Title challenge={challenge} className="relative pb-4 text-on-shade lg:pb-3" />}
      </div>
      {isWork && <Title challenge={challenge} className="pt-4" />}
      <div className="relative flex flex-wrap items-center gap-x-5 gap-y-3 px-[min(1.25rem,6vw)] py-4 lg:px-7 lg:pt-0 lg:pb-6">
        {draft && (
          <div className="flex min-w-0 flex-1 basis-40 items-center gap-3.5 lg:hidden">
            <Thumb image={draft.image} kind={draft.challenge.kind} />
            <p className="min-w-0">
              <span dir="auto" className="block truncate font-semibold">
                {draft.title || 'Draft without a title'}
              </span>
              <span className="text-small text-muted">Your draft</span>
            </p>
          </div>
        )}
        <p
          className={`min-w-0 flex-1 basis-60 text-calm ${isWork ? '' : 'lg:text-on-shade lg:[&_*]:text-on-shade'} ${draft ? 'max-lg:hidden' : ''}`}
        >
          {isolated(excerpt(challenge.description, 100))}
          {challenge.submissionCount !== null && (
            <span className="whitespace-nowrap max-sm:block">
              {' '}
              <Count value={challenge.submissionCount} one="entered" many="entered" />
            </span>
          )}
        </p>
        <ButtonLink
          to={action.to}
          size="large"
          variant={primary ? 'primary' : 'overlay'}
          className="max-sm:flex-auto"
        >
          {action.label}
        </ButtonLink>
      </div>
    </section>
  )
}

function Title({ challenge, className }: { challenge: Lead['challenge']; className: string }) {
  return (
    <h1 id="today" className={`px-[min(1.25rem,6vw)] text-page lg:max-w-180 lg:px-7 ${className}`}>
      <Link dir="auto" to={`/challenges/${challenge.id}`} className="hover:underline">
        {challenge.title}
      </Link>
    </h1>
  )
}

/** The art of a challenge, or a winning work, which is never cropped. */
function Art({ image, isWork }: { image: StoredImage | null; isWork: boolean }) {
  return (
    <>
      <div className="absolute inset-0">
        <Image
          image={image}
          fallback="challenge"
          alt=""
          sizes="(min-width: 64rem) 810px, 100vw"
          eager
          fit={isWork ? 'whole' : 'cover'}
          className="size-full"
        />
      </div>
      {!isWork && (
        <div
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 h-3/5 bg-linear-to-t from-[rgb(8_11_17/0.94)] via-[rgb(8_11_17/0.62)] to-transparent"
        />
      )}
    </>
  )
}

function Chip({ children }: { children: React.ReactNode }) {
  return (
    <span className="relative inline-flex min-h-8.5 items-center gap-2 rounded-full bg-shade px-3.5 text-compact font-semibold text-on-shade">
      {children}
    </span>
  )
}
