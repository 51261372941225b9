import { Icon } from '#app/ui/icons/icon.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import type { ProfilePage } from './profile.server.ts'
import { ProfileHead } from './profile-head.tsx'
import { ProfileStats } from './profile-stats.tsx'
import { ProfileSubmissions } from './profile-submissions.tsx'

export function ProfileView({ page }: { page: ProfilePage }) {
  const { profile } = page
  return (
    <>
      <ProfileHead profile={profile} isMine={page.isMine} />
      <div className="page grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid gap-6">
          <ProfileStats profile={profile} />
          {profile.bio && (
            <Card as="section">
              <h2 className="mb-3 text-card">About Me</h2>
              <p>{profile.bio}</p>
            </Card>
          )}
          <Achievements />
        </div>
        <ProfileSubmissions page={page} />
      </div>
    </>
  )
}

function Achievements() {
  return (
    <Card as="section">
      <h2 className="mb-3 text-card">Achievements</h2>
      <p className="flex items-center gap-3 text-calm text-muted">
        <Icon name="clock" />
        The achievement system is coming soon!
      </p>
    </Card>
  )
}
