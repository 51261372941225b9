import { useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { LostScene } from '#app/ui/scenes/lost-scene.tsx'

interface Props {
  challengeId: string | undefined
  /** It may exist; loading it failed. */
  fault: boolean
}

export function SubmissionNotFound({ challengeId, fault }: Props) {
  const { pathname } = useLocation()
  return (
    <div className="page flex flex-col items-center py-20 text-center">
      <LostScene className="w-full max-w-105" />
      <h1 className="mt-8 text-page">Submission Not Found</h1>
      <p className="mt-3 max-w-120 text-lead text-muted">
        {fault
          ? 'Error loading submission'
          : 'The submission you’re looking for doesn’t exist or has been removed.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={challengeId ? `/challenges/${challengeId}` : '/challenges'}>
          Back to Challenge
        </ButtonLink>
        {fault && (
          <a href={pathname} className="button button-quiet">
            Retry
          </a>
        )}
      </div>
    </div>
  )
}
