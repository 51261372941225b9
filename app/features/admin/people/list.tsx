import { Form } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf, configuredAdmins } from '#app/middleware/viewer.server.ts'
import { MemberLine, YouBadge } from '#app/parts/members/member.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Input } from '#app/ui/fields/input.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Section } from '#app/ui/section.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { type FoundMember, searchMembers } from '#domain/members/search.server.ts'
import { type Invitation, openInvitations } from '#domain/people/invitations.server.ts'
import { type PersonWithRole, peopleWithRoles } from '#domain/people/people.server.ts'
import { ROLES, type Role } from '#domain/roles/rules.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { searchIn } from '../list/filters.ts'
import { RowActions, RowTime } from '../list/row.tsx'
import { PEOPLE } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { CHANGES, type Change, changePath, endPath, INVITE_PATH } from './paths.ts'

const mostFound = 10

/** Who has a role, and whom it may be given to (AUTH-40). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const { db } = context.get(servicesContext)
  const term = searchIn(new URL(request.url).searchParams)
  const [people, invitations, found] = await Promise.all([
    loadOrNull(context, peopleWithRoles(db, admin, configuredAdmins(context))),
    loadOrNull(context, openInvitations(db, admin)),
    term ? loadOrNull(context, searchMembers(db, { term, offset: 0, limit: mostFound })) : undefined,
  ])
  return { people, invitations, term, found: found === null ? null : found?.rows, viewerId: admin.id }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: PEOPLE.label, hidden: true })
}

export default function People({ loaderData }: Route.ComponentProps) {
  const { people, invitations, viewerId } = loaderData
  return (
    <ConfirmHost label={PEOPLE.label}>
      <PageHeader
        title={PEOPLE.label}
        subtitle="Administrators do everything; moderators look after submissions, comments, reports and votes."
        actions={<ButtonLink to={INVITE_PATH}>Invite by E-mail</ButtonLink>}
      />
      <GiveRole {...loaderData} />
      <Section id="people" title="Administrators and moderators" className="">
        {people ? (
          <Card flush className="overflow-hidden">
            <DataTable layout="list" columns={columns(viewerId)} rows={people} rowKey={({ id }) => id} />
          </Card>
        ) : (
          <ErrorPanel message="Failed to load people" />
        )}
      </Section>
      {invitations && invitations.length > 0 && (
        <Section id="invitations" title="Open invitations" className="mt-12">
          <Card flush className="overflow-hidden">
            <DataTable
              layout="list"
              columns={INVITATION_COLUMNS}
              rows={invitations}
              rowKey={({ id }) => id}
            />
          </Card>
        </Section>
      )}
    </ConfirmHost>
  )
}

function columns(viewerId: string): Column<PersonWithRole>[] {
  return [
    {
      header: 'Person',
      part: 'subject',
      cell: (person) => (
        <MemberLine person={person} size="small" beside={person.id === viewerId && <YouBadge />} />
      ),
    },
    {
      header: 'Role',
      width: 'w-32',
      cell: ({ role, isSuspended }) => (
        <>
          {ROLES[role]}
          {isSuspended && (
            <>
              {' '}
              <Badge tone="rejected" on="bare">
                Suspended
              </Badge>
            </>
          )}
        </>
      ),
    },
    {
      header: 'Since',
      width: 'w-32',
      cell: ({ since }) => (since ? <RowTime value={since} format="short" /> : 'Not recorded'),
    },
    {
      header: 'By',
      width: 'w-36',
      cell: ({ by, since, settings }) => {
        if (settings.length > 0) return <span className="wrap-anywhere">{settings.join(', ')}</span>
        if (by !== null) return <bdi>{memberName(by)}</bdi>
        return since ? 'Command line' : 'Not recorded'
      },
    },
    { header: 'Actions', part: 'actions', width: 'w-64', cell: (person) => <Actions person={person} /> },
  ]
}

const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  { header: 'Address', part: 'subject', cell: ({ email }) => <bdi className="wrap-anywhere">{email}</bdi> },
  { header: 'Role', width: 'w-32', cell: ({ role }) => ROLES[role] },
  { header: 'Invited', width: 'w-32', cell: ({ at }) => <RowTime value={at} format="short" /> },
  { header: 'By', width: 'w-36', cell: ({ by }) => <bdi>{memberName(by)}</bdi> },
  { header: 'Until', width: 'w-32', cell: ({ expiresAt }) => <RowTime value={expiresAt} format="short" /> },
  {
    header: 'Actions',
    part: 'actions',
    width: 'w-32',
    cell: ({ id, email }) => (
      <ConfirmLink path={endPath(id)} title="End Invitation" about={`for ${email}`} danger>
        End Invitation
      </ConfirmLink>
    ),
  },
]

function Actions({ person: { id, displayName, role, settings } }: { person: PersonWithRole }) {
  if (settings.length > 0)
    return <p className="text-small text-muted">Named in the settings of the site, and removed there.</p>
  return (
    <RowActions>
      <ChangeLink id={id} name={displayName} change={role === 'moderator' ? 'administrator' : 'moderator'} />
      <ChangeLink id={id} name={displayName} change="none" />
    </RowActions>
  )
}

function ChangeLink({ id, name, change }: { id: string; name: string; change: Change }) {
  return (
    <ConfirmLink
      path={changePath(id, change)}
      title={CHANGES[change]}
      about={memberName(name)}
      danger={change === 'none'}
    >
      {CHANGES[change]}
    </ConfirmLink>
  )
}

interface GiveProps {
  term: string
  found: readonly FoundMember[] | null | undefined
  people: readonly PersonWithRole[] | null
}

function GiveRole({ term, found, people }: GiveProps) {
  const roles = new Map(people?.map(({ id, role }) => [id, role]))
  return (
    <Section id="give" title="Give a role" className="mb-12">
      <Form action={PEOPLE.to} role="search" className="flex max-w-150 flex-wrap gap-3">
        <Input
          type="search"
          name="search"
          aria-label="Name of a member"
          placeholder="Name of a member"
          defaultValue={term}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          className="min-w-0 flex-1 basis-40"
        />
        <Button variant="secondary">Search</Button>
      </Form>
      {found === null && <ErrorPanel message="Failed to search members" />}
      {found?.length === 0 && <p className="mt-4 text-muted">No member has such a name.</p>}
      {found && found.length > 0 && (
        <Card flush as="ul" className="mt-4 divide-y divide-line">
          {found.map((member) => (
            <Found key={member.id} member={member} role={roles.get(member.id)} />
          ))}
        </Card>
      )}
    </Section>
  )
}

function Found({ member, role }: { member: FoundMember; role: Role | undefined }) {
  const { id, displayName } = member
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-3">
      <MemberLine person={member} size="small" />
      {role ? (
        <span className="text-small text-muted">{ROLES[role]}</span>
      ) : (
        <div className="flex flex-wrap gap-2">
          <ChangeLink id={id} name={displayName} change="moderator" />
          <ChangeLink id={id} name={displayName} change="administrator" />
        </div>
      )}
    </li>
  )
}
