import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { InstructorDialog } from './instructor-dialog.admin.tsx'
import type { Instructor } from './instructors.contract.ts'

type InstructorFieldProps = {
  /** The id of the chosen instructor; '' is the default one. */
  value: string
  onChange: (id: string) => void
  error?: string | undefined
}
export function InstructorField({ value, onChange, error }: InstructorFieldProps) {
  const { data: instructors = [] } = useQuery(adminQuery<Instructor[]>('/api/instructors'))
  const [edited, setEdited] = useState<Instructor | 'new' | null>(null)
  const chosen = instructors.find(({ _id }) => _id === value) ?? instructors.find(({ isDefault }) => isDefault)
  return (
    <div>
      <div className="flex items-end gap-3">
        <Select
          label="Instructor"
          className="min-w-0 flex-1"
          value={chosen?._id ?? ''}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        >
          {instructors.map(({ _id, name, isDefault }) => (
            <option key={_id} value={_id}>
              {name}
              {isDefault ? ' (default)' : ''}
            </option>
          ))}
        </Select>
        {chosen && <Avatar name={chosen.name} url={chosen.avatarUrl} size={36} />}
      </div>
      <div className="mt-2 -ml-2 flex flex-wrap gap-1">
        {chosen && (
          <Button
            variant="quiet"
            size="small"
            className="px-2"
            aria-label={`Edit ${chosen.name}`}
            onClick={() => setEdited(chosen)}
          >
            <Pencil aria-hidden="true" className="size-4" />
            Edit
          </Button>
        )}
        <Button variant="quiet" size="small" className="px-2" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" className="size-4" />
          Add Instructor
        </Button>
      </div>
      {edited && (
        <InstructorDialog
          instructor={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={({ _id }) => {
            onChange(_id)
            setEdited(null)
          }}
          onDeleted={() => {
            onChange('')
            setEdited(null)
          }}
        />
      )}
    </div>
  )
}
