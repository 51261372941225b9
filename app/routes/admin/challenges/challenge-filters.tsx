import { useSearchParams } from 'react-router'
import { Select } from '#app/ui/controls/select.tsx'
import { STATUSES, statusLabel } from '#domain/challenges/rules.ts'
import { FilterForm } from '../lists/filter-form.tsx'
import { ZoneField } from '../lists/zone-field.tsx'

export const FILTERS = 'challenge-filters'

const CREATED = [
  { value: '', label: 'All Time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This Week' },
  { value: 'month', label: 'This Month' },
]

export function ChallengeFilters() {
  const [params] = useSearchParams()
  const statuses = STATUSES.map((value) => ({ value, label: statusLabel(value) }))
  return (
    <FilterForm id={FILTERS} title="Filter Challenges" applyLabel="Apply">
      <Select
        label="Status"
        name="status"
        defaultValue={params.get('status') ?? ''}
        options={[{ value: '', label: 'All' }, ...statuses]}
      />
      <Select label="Created" name="created" defaultValue={params.get('created') ?? ''} options={CREATED} />
      <ZoneField />
    </FilterForm>
  )
}
