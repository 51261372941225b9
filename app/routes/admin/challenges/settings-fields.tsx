import { Checkbox } from '#app/ui/controls/checkbox.tsx'
import type { ChallengeValues, SETTINGS } from './challenge-values.ts'

interface Props {
  values: ChallengeValues
  change: (change: Partial<ChallengeValues>) => void
}

type Setting = (typeof SETTINGS)[number]

const WORDS: [Setting, string, string][] = [
  ['showSubmissions', 'Show submissions', 'Off: entries of others stay hidden until the deadline.'],
  ['showVotes', 'Show votes', 'Off: counts stay hidden until the challenge is completed.'],
  ['allowVoting', 'Allow voting', 'Off: the challenge completes at its deadline, without a winner.'],
  ['allowComments', 'Allow comments', 'Kept with the challenge; comments are not open yet.'],
]

export function SettingsFields({ values, change }: Props) {
  const boxes = WORDS.map(([name, label, hint]) => (
    <Checkbox
      key={name}
      name={name}
      label={label}
      hint={hint}
      checked={values[name]}
      onChange={(event) => change({ [name]: event.target.checked })}
    />
  ))
  return <div className="grid grid-cols-1 gap-3">{boxes}</div>
}
