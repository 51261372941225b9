import { ButtonLink } from '#app/ui/controls/button.tsx'
import { SubmissionCard } from '#app/ui/entries/entry-card.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { Badge, Chip } from '#app/ui/surfaces/badge.tsx'
import { Breadcrumb } from '#app/ui/surfaces/breadcrumb.tsx'
import { Paragraphs } from '#app/ui/surfaces/paragraphs.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import { CreatorCard } from './creator-card.tsx'
import { EntryNotices } from './entry-notices.tsx'
import type { LoadedEntry } from './entry-page.server.ts'
import { entryPath } from './entry-path.ts'
import { EntryPicture } from './entry-picture.tsx'
import { Player } from './player.tsx'
import { ShareCard } from './share-card.tsx'
import { VotePanel } from './vote-panel.tsx'

/** An entry on its own page (SUB-33). Narrow screens have the votes before the making. */
export function EntryScreen(page: LoadedEntry) {
  const { entry, more } = page
  return (
    <div className="page pt-6">
      <EntryPath {...page} />
      <EntryNotices {...page} />
      <article className="grid items-start gap-x-7 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21.25rem] lg:grid-rows-[auto_1fr]">
        <Work {...page} />
        <aside className="grid gap-5 lg:sticky lg:top-20 lg:row-span-2" aria-label="About this submission">
          <VotePanel {...page} />
          <CreatorCard author={entry.author} />
          {entry.status !== 'rejected' && <ShareCard title={entry.title} />}
        </aside>
        <Making entry={entry} />
      </article>
      {more.length > 0 && (
        <Section title="More from this challenge" id="more">
          <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
            {more.map((other) => (
              <SubmissionCard key={other.id} entry={other} without="challenge" />
            ))}
          </div>
        </Section>
      )}
    </div>
  )
}

/** Where the entry belongs, and the owner's ways to change or withdraw it. */
function EntryPath({ entry, challenge, mayEdit, mayWithdraw }: LoadedEntry) {
  const crumbs = [
    { label: 'Challenges', to: '/challenges' },
    { label: challenge.title, to: `/challenges/${entry.challengeId}` },
    { label: 'Submissions', to: `/challenges/${entry.challengeId}/submissions` },
  ]
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6">
      <Breadcrumb crumbs={crumbs} />
      {(mayEdit || mayWithdraw) && (
        <div className="mb-5 flex flex-wrap gap-3">
          {mayEdit && (
            <ButtonLink to={`${entryPath(entry)}/edit`} look="quiet" size="small">
              <Icon name="edit" className="size-4" />
              Edit Submission
            </ButtonLink>
          )}
          {mayWithdraw && (
            <ButtonLink to={`${entryPath(entry)}/withdraw`} look="danger" size="small">
              Withdraw
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}

function Work({ entry, content }: LoadedEntry) {
  return (
    <div className="grid gap-8">
      {(entry.picture || !content?.embed) && <EntryPicture picture={entry.picture} title={entry.title} />}
      {content && <Player kind={entry.kind} title={entry.title} {...content} />}
      <div>
        {entry.isWinner && (
          <p className="mb-3">
            <Badge tone="winner">Winner</Badge>
          </p>
        )}
        <h1 className="text-page">{entry.title}</h1>
        <Paragraphs text={entry.description} className="mt-3 text-lead" />
      </div>
    </div>
  )
}

function Making({ entry }: Pick<LoadedEntry, 'entry'>) {
  return (
    <div className="grid gap-8">
      {entry.creationProcess && (
        <section>
          <h2 className="text-[1.625rem] leading-tight">Creation process</h2>
          <Paragraphs text={entry.creationProcess} className="mt-3" />
        </section>
      )}
      <section>
        <h2 className="text-[1.625rem] leading-tight">AI tools used</h2>
        <p className="mt-3 flex flex-wrap gap-2">
          {entry.tools.map((tool) => (
            <Chip key={tool}>{tool}</Chip>
          ))}
        </p>
      </section>
    </div>
  )
}
