import { useFetcher } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { loginPath } from '#platform/http/return-to.ts'

interface Props {
  challengeId: string
  isFollowed: boolean
  signedIn: boolean
}

/** Turns reminders of a challenge on and off (NOTE-6). Shown before the response. */
export function FollowButton({ challengeId, isFollowed, signedIn }: Props) {
  const { Form, formAction, state } = useFetcher({ key: `follow-${challengeId}` })
  const path = `/challenges/${challengeId}`
  if (!signedIn) {
    return (
      <ButtonLink to={loginPath(path)} variant="secondary" wide>
        <Icon name="bell" className="size-5" />
        Sign in to be reminded
      </ButtonLink>
    )
  }
  const isPending = state !== 'idle' && formAction !== undefined
  const isOn = isPending ? formAction.endsWith('/follow') : isFollowed
  return (
    <Form
      method="post"
      action={`${path}/${isFollowed ? 'unfollow' : 'follow'}`}
      preventScrollReset
      onSubmit={(event) => {
        if (isPending) event.preventDefault()
      }}
    >
      <Button
        variant="secondary"
        wide
        aria-pressed={isOn}
        className="aria-pressed:border-gold/70 aria-pressed:bg-gold/10 aria-pressed:text-gold-text"
      >
        <Icon name="bell" className={`size-5 ${isOn ? 'fill-current' : ''}`} />
        {isOn ? 'Reminder on' : 'Remind me'}
      </Button>
    </Form>
  )
}
