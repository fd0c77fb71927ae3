import { type ActivityKind, activityKinds } from '#contract/activity.ts'
import { Select, TextInput } from '#ui/field.tsx'
import type { ActivityPage } from './activity.contract.ts'

export const kindLabels: Record<ActivityKind, string> = {
  create: 'Created',
  change: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  export: 'Export',
  account: 'Account',
  settings: 'Settings',
  'sign-in': 'Sign-in',
  refusal: 'Refused',
}

type ActivityFiltersProps = {
  filters: Record<'person' | 'kind' | 'day', string>
  people: ActivityPage['people']
  onChoose: (name: 'person' | 'kind' | 'day', value: string) => void
}

/** Chooses whose and which entries of the log are shown, and of which day. */
export const ActivityFilters = ({ filters, people, onChoose }: ActivityFiltersProps) => (
  <>
    <Select
      label="Person"
      hideLabel
      className="w-full sm:w-52"
      value={filters.person}
      onChange={({ target }) => onChoose('person', target.value)}
    >
      <option value="">Everyone</option>
      {people.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
    <Select
      label="Kind"
      hideLabel
      className="w-full sm:w-44"
      value={filters.kind}
      onChange={({ target }) => onChoose('kind', target.value)}
    >
      <option value="">Everything</option>
      {activityKinds.map((kind) => (
        <option key={kind} value={kind}>
          {kindLabels[kind]}
        </option>
      ))}
    </Select>
    <TextInput
      type="date"
      label="Day"
      hideLabel
      className="w-full sm:w-44"
      value={filters.day}
      onChange={({ target }) => onChoose('day', target.value)}
    />
  </>
)
