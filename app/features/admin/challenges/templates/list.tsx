import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { typeAndKindLabel } from '#domain/challenges/rules.ts'
import { listTemplates, type TemplateRow } from '#domain/templates/templates.server.ts'
import { ConfirmHost, ConfirmLink } from '../../confirmation/confirm-dialog.tsx'
import { CHALLENGES } from '../../paths.ts'
import type { Route } from './+types/list.ts'
import { beginPath, TEMPLATES, templatePath } from './paths.ts'

/** Named templates, from which challenges begin (ADM-132). */
export async function loader({ context }: Route.LoaderArgs) {
  return { templates: await listTemplates(context.get(servicesContext).db, adminOf(context)) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TEMPLATES.label, hidden: true })
}

export default function Templates({ loaderData: { templates } }: Route.ComponentProps) {
  return (
    <ConfirmHost label={TEMPLATES.label}>
      <PageHeader title={TEMPLATES.label} crumbs={[CHALLENGES, { label: TEMPLATES.label }]} />
      {templates.length === 0 ? (
        <EmptyState
          subject="scroll"
          heading="No templates yet"
          action={<ButtonLink to={CHALLENGES.to}>Choose a Challenge</ButtonLink>}
        >
          The page of each challenge has ‘Save as template’.
        </EmptyState>
      ) : (
        <Card as="ul" flush className="divide-y divide-line">
          {templates.map((template) => (
            <Row key={template.id} {...template} />
          ))}
        </Card>
      )}
    </ConfirmHost>
  )
}

function Row({ id, name, title, ...challenge }: TemplateRow) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4.5 sm:px-6">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <h2 dir="auto" className="font-sans text-body font-semibold tracking-normal">
          {name}
        </h2>
        <p className="mt-0.5 text-small text-muted">
          <bdi>{title}</bdi> · {typeAndKindLabel(challenge)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={beginPath(id)} aria-label={`Use ${name} for a new challenge`}>
          Use
        </ButtonLink>
        <ButtonLink to={templatePath(id)} variant="secondary" aria-label={`Rename ${name}`}>
          Rename
        </ButtonLink>
        <ConfirmLink
          path={`${templatePath(id)}/delete`}
          title="Delete Template"
          about={name}
          danger
          look="button"
        >
          Delete
        </ConfirmLink>
      </div>
    </li>
  )
}
