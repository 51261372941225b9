import { managePath } from '#app/parts/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { formatCount } from '#app/ui/number.tsx'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import { canDelete, DELETION_MESSAGES } from '#domain/challenges/deletion.ts'
import { canComplete } from '#domain/lifecycle/rules.ts'
import { ConfirmLink } from '../../confirmation/confirm-dialog.tsx'
import { newAnnouncementPath } from '../../paths.ts'
import { offeredSteps, payrolls, type SteeringAction } from '../steps.ts'
import { saveTemplatePath } from '../templates/paths.ts'

/** What an administrator can do with a challenge in its present status. */
export function steeringOf(head: ChallengeHead): SteeringAction[] {
  const steps = offeredSteps(head.id, head, head.now)
  if (!canDelete(head)) return steps
  const { title } = DELETION_MESSAGES
  const sentence = 'It and its page are gone for good.'
  const path = `${managePath(head.id)}/delete`
  return [...steps, { label: 'Delete', title, path, sentence, isDangerous: true }]
}

interface Props {
  head: ChallengeHead
  actions: readonly SteeringAction[]
  /** Whom an announcement reaches; null while none can be sent. */
  audience: { members: number } | null
}

/** What can be done with the challenge, each with what follows from it. A confirmation says more. */
export function Steering({ head, actions, audience }: Props) {
  const { id, title } = head
  const { atItsEnd, byComplete } = payrolls(head)
  return (
    <Card as="section" flush aria-labelledby="steer">
      <h2 id="steer" className="px-5 pt-5 pb-3.5 text-card sm:px-6">
        Steer
      </h2>
      <ul className="divide-y divide-line border-t border-line">
        {actions.map((action) => (
          <Row key={action.path} label={action.label} sentence={action.sentence}>
            <Action {...action} about={title} />
          </Row>
        ))}
        {audience && (
          <Row
            label="Announce"
            sentence={
              audience.members === 0
                ? 'Reaches nobody yet.'
                : `Reaches ${formatCount(audience.members, 'member')}: those who follow it or take part.`
            }
          >
            <Open to={newAnnouncementPath(id)} label={`Write an announcement about ${title}`}>
              Write
            </Open>
          </Row>
        )}
        <Row label="Duplicate" sentence="A new draft begins with its fields.">
          <Open to={`/admin/challenges/new?from=${id}`} label={`Duplicate ${title}`}>
            Duplicate
          </Open>
        </Row>
        <Row label="Save as template" sentence="Later challenges can begin with its fields.">
          <Open to={saveTemplatePath(id)} label={`Save ${title} as a template`}>
            Save
          </Open>
        </Row>
      </ul>
      {canComplete(head.status) && (
        <p className="border-t border-line px-5 py-4.5 text-small text-muted sm:px-6">
          {atItsEnd} {byComplete}
        </p>
      )}
    </Card>
  )
}

/** The first word of its label, which is beside it, on the button. */
function Action({ path, title, label, about, isDangerous }: SteeringAction & { about: string }) {
  const [word = label, ...rest] = label.split(' ')
  return (
    <ConfirmLink
      path={path}
      title={title}
      about={[...rest, about].join(' ')}
      danger={isDangerous}
      look="button"
    >
      {word}
    </ConfirmLink>
  )
}

function Open({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <ButtonLink to={to} variant="secondary" aria-label={label}>
      {children}
    </ButtonLink>
  )
}

function Row({ label, sentence, children }: { label: string; sentence: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 px-5 py-4.5 sm:px-6">
      <div className="min-w-0">
        <h3 className="font-sans text-body font-semibold tracking-normal">{label}</h3>
        <p className="mt-0.5 text-small text-muted">{sentence}</p>
      </div>
      {children}
    </li>
  )
}
