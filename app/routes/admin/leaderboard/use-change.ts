import { useFetcher } from 'react-router'
import type { ChangeFormProps, ChangeRefusal } from './changing.ts'

/** The life of a change in the browser: its form, whether it is on its way, what was refused and about whom. */
export function useChange({ member, refused }: Pick<ChangeFormProps, 'member' | 'refused'>) {
  const { Form, state, data } = useFetcher<ChangeRefusal>()
  const pending = state !== 'idle'
  const answer = data ?? refused
  return {
    Form,
    pending,
    /** The last answer, whose texts stay in the fields. */
    values: refused?.values ?? none,
    member: answer?.member ?? member,
    message: (!pending && answer?.message) || null,
    errors: (!pending && answer?.errors) || none,
  }
}

const none: Record<string, string> = {}
