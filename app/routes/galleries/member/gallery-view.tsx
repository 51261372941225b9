import { useState } from 'react'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { useArriving } from '#app/ui/lists/arriving.ts'
import { Pager } from '#app/ui/lists/pager.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { CardSkeletons } from '#app/ui/surfaces/skeleton.tsx'
import { memberPath } from './address.ts'
import { EntriesGrid } from './entries-grid.tsx'
import { EntriesList } from './entries-list.tsx'
import { GalleryControls } from './gallery-controls.tsx'
import { GalleryHead } from './gallery-head.tsx'
import type { MemberGallery } from './gallery-page.server.ts'
import type { PlayableEntry } from './playable.server.ts'
import { PlayerDialog } from './player-dialog.tsx'

/** A member's gallery (SUB-45). */
export function MemberGalleryView({ page }: { page: MemberGallery }) {
  const { profile, gallery, asked, tools, isMine } = page
  const bare = gallery?.total === 0 && asked.tool === null
  return (
    <>
      <GalleryHead profile={profile} isMine={isMine} />
      <div id="submissions" className="page pt-10">
        {gallery === null && <ErrorPanel message="Failed to load submissions. Please try again later." />}
        {gallery && !bare && <GalleryControls asked={asked} tools={tools} />}
        {bare && <NoEntries isMine={isMine} />}
        {gallery?.total === 0 && !bare && <NoMatch page={page} />}
        {gallery && gallery.total > 0 && <Entries page={page} entries={gallery.entries} />}
      </div>
    </>
  )
}

function Entries({ page, entries }: { page: MemberGallery; entries: readonly PlayableEntry[] }) {
  const { asked, last, reviewed } = page
  const arriving = useArriving() !== null
  const [playing, setPlaying] = useState<PlayableEntry | null>(null)
  const View = asked.view === 'list' ? EntriesList : EntriesGrid
  return (
    <>
      {arriving ? (
        <CardSkeletons count={entries.length} label="Loading submissions" />
      ) : (
        <View entries={entries} reviewed={reviewed} onPlay={setPlaying} />
      )}
      <Pager
        current={asked.page}
        last={last}
        to={(other) => memberPath({ ...asked, page: other }, 'submissions')}
        label="Pages of submissions"
      />
      <PlayerDialog entry={playing} onClose={() => setPlaying(null)} />
    </>
  )
}

function NoEntries({ isMine }: { isMine: boolean }) {
  return (
    <EmptyState
      subject="scroll"
      heading="No Submissions Yet"
      action={isMine && <ButtonLink to="/challenges">Browse Challenges</ButtonLink>}
    >
      {isMine
        ? 'What you hand in to a challenge will hang here.'
        : 'What this ninja hands in to a challenge will hang here.'}
    </EmptyState>
  )
}

function NoMatch({ page }: { page: MemberGallery }) {
  const all = memberPath({ ...page.asked, sort: 'newest', tool: null, page: 1 })
  return (
    <EmptyState
      heading="No Matching Submissions"
      action={
        <ButtonLink to={all} look="quiet" preventScrollReset>
          Reset Filters
        </ButtonLink>
      }
    >
      None of the submissions here was made with this tool.
    </EmptyState>
  )
}
