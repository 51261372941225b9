import { useSearchParams } from 'react-router'
import { Select } from '#app/ui/controls/select.tsx'
import { DateField } from '../lists/date-field.tsx'
import { FilterForm } from '../lists/filter-form.tsx'
import { ZoneField } from '../lists/zone-field.tsx'
import { SUBMISSION_STATUSES, submissionLabel } from './statuses.ts'

export const FILTERS = 'submission-filters'

/** Which entries are shown: of which challenge, in which state, handed in on which days. */
export function SubmissionFilters({ challenges }: { challenges: { id: string; title: string }[] }) {
  const [params] = useSearchParams()
  return (
    <FilterForm id={FILTERS} title="Filter Submissions">
      <Select
        label="Challenge"
        name="challenge"
        defaultValue={params.get('challenge') ?? ''}
        options={[
          { value: '', label: 'All Challenges' },
          ...challenges.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      <Select
        label="Status"
        name="status"
        defaultValue={params.get('status') ?? ''}
        options={[
          { value: '', label: 'All' },
          ...SUBMISSION_STATUSES.map((value) => ({ value, label: submissionLabel(value) })),
        ]}
      />
      <DateField label="Submitted from" name="from" defaultValue={params.get('from') ?? ''} />
      <DateField label="Submitted to" name="to" defaultValue={params.get('to') ?? ''} />
      <ZoneField />
    </FilterForm>
  )
}
