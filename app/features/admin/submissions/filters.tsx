import { useSearchParams } from 'react-router'
import { Select } from '#app/ui/fields/field.tsx'
import { appliedChoices, appliedDates, DateField, FilterForm, ZoneField } from '../list/filter-form.tsx'
import { SUBMISSION_STATUSES, submissionLabel } from './statuses.ts'

export const FILTERS = 'submission-filters'

/** Without challenges to choose from, of one challenge. */
export function SubmissionFilters({ challenges }: { challenges: { id: string; title: string }[] | null }) {
  const [params] = useSearchParams()
  const choices = {
    challenge: [
      { value: '', label: 'All Challenges' },
      ...(challenges ?? []).map(({ id, title }) => ({ value: id, label: title })),
    ],
    status: [
      { value: '', label: 'All' },
      ...SUBMISSION_STATUSES.map((value) => ({ value, label: submissionLabel(value) })),
    ],
  }
  const applied = [...appliedChoices(params, choices), ...appliedDates(params, { from: 'From', to: 'To' })]
  return (
    <FilterForm id={FILTERS} title="Filter Submissions" applied={applied}>
      {challenges && (
        <Select
          label="Challenge"
          name="challenge"
          defaultValue={params.get('challenge') ?? ''}
          options={choices.challenge}
        />
      )}
      <Select
        label="Status"
        name="status"
        defaultValue={params.get('status') ?? ''}
        options={choices.status}
      />
      <DateField label="Submitted from" name="from" defaultValue={params.get('from') ?? ''} />
      <DateField label="Submitted to" name="to" defaultValue={params.get('to') ?? ''} />
      <ZoneField />
    </FilterForm>
  )
}
