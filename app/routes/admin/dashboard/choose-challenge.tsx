import { Form } from 'react-router'
import { Button } from '#app/ui/controls/button.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import type { VoteShares } from '#domain/moderation/vote-shares.server.ts'

/** Which challenge the votes are shown of; the choice is in the address. */
export function ChooseChallenge({ shares }: { shares: VoteShares }) {
  const { id, title, choices } = shares
  const options = choices.some((choice) => choice.id === id) ? choices : [{ id, title }, ...choices]
  if (options.length === 1) return <p className="px-6 pb-4 font-medium wrap-anywhere">{title}</p>
  return (
    <Form key={id} method="get" action="/admin" preventScrollReset className="choose">
      <Select
        label="Challenge"
        name="challenge"
        defaultValue={id}
        options={options.map((choice) => ({ value: choice.id, label: choice.title }))}
        className="min-w-0 flex-1"
      />
      <Button look="quiet">Show</Button>
    </Form>
  )
}
