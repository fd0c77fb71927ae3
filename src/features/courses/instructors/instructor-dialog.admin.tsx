import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useResource } from '#admin/api/use-act.ts'
import { custom, flag, initialValues, picture, readValues, text, textArea } from '#admin/fields/fields.ts'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { Checkbox } from '#admin/forms/controls.tsx'
import { Field } from '#admin/forms/form-field.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { type Instructor, instructorInput } from './instructors.contract.ts'

const api = '/api/instructors'
export const instructorResource = { api, one: 'instructor' }

type InstructorDialogProps = {
  instructor: Instructor | 'new'
  onClose: () => void
  /** @param id of the instructor that was saved; '' after it was deleted */
  onChange?: (id: string) => void
}

const fields = {
  name: text('Name'),
  avatarUrl: picture('Image'),
  bio: textArea('Bio', { attributes: { rows: 4 } }),
  isDefault: flag('Default instructor'),
  userId: custom('Team member'),
}

export function InstructorDialog({ instructor: edited, onClose, onChange }: InstructorDialogProps) {
  const instructor = edited === 'new' ? undefined : edited
  const close = (id: string) => {
    onChange?.(id)
    onClose()
  }
  const { remove } = useResource(instructorResource)
  const form = useSmallForm({
    contract: instructorInput,
    fields,
    defaults: instructor ? readValues(fields, instructor) : initialValues(fields),
    submit: (json) =>
      instructor
        ? adminFetch<Instructor>(`${api}/${instructor._id}`, { method: 'PUT', json, ifMatch: instructor.version })
        : adminFetch<Instructor>(api, { method: 'POST', json }),
    done: `Instructor ${instructor ? 'updated' : 'created'} successfully`,
    failed: 'Failed to save instructor',
    reload: [api, '/api/courses'],
    onDone: ({ _id }) => close(_id),
  })

  return (
    <FormDialog
      title={instructor ? 'Edit instructor' : 'Add instructor'}
      form={form}
      action="Save"
      further={
        instructor &&
        !instructor.isDefault && (
          <Button
            variant="quiet"
            size="small"
            className="mr-auto -ml-2 px-2"
            onClick={async () => (await remove(instructor._id, instructor)) && close('')}
          >
            Delete
          </Button>
        )
      }
      onClose={onClose}
    >
      <Field form={form} name="name" />
      <Field form={form} name="bio" />
      <Field form={form} name="avatarUrl" />
      <ColleagueField {...form.field('userId')} chosen={instructor?.userId} />
      <Checkbox
        label="Default instructor"
        hint="Used for courses without an instructor of their own."
        disabled={instructor?.isDefault}
        {...form.field('isDefault')}
      />
    </FormDialog>
  )
}

type Colleague = { _id: string; name: string; email: string }

/** The colleague whom an instructor is. The server takes it from those who may read registrations. */
function ColleagueField({ chosen, ...field }: ComponentProps<'select'> & { chosen: string | undefined }) {
  const mayChoose = useMay('readContacts')
  const { data: users = [] } = useQuery(adminQuery<Colleague[]>('/api/users'))
  const isGone = chosen !== undefined && users.length > 0 && users.every(({ _id }) => _id !== chosen)
  if (!mayChoose) return null
  return (
    <Select
      {...field}
      label="Team member"
      hint="Can see the participants of their dates: names, companies and messages."
    >
      <option value="">None</option>
      {isGone && <option value={chosen}>Former team member</option>}
      {users.map(({ _id, name, email }) => (
        <option key={_id} value={_id}>
          {name} ({email})
        </option>
      ))}
    </Select>
  )
}

type InstructorFieldProps = {
  /** The id of the chosen instructor; '' is the default one. */
  value: string
  onChange: (id: string) => void
  error?: string | undefined
}
export function InstructorField({ value, onChange, error }: InstructorFieldProps) {
  const { data: instructors = [] } = useQuery(adminQuery<Instructor[]>('/api/instructors'))
  const [edited, setEdited] = useState<Instructor | 'new' | null>(null)
  const mayEdit = useMay('publish')
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
      {mayEdit && (
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
            Add instructor
          </Button>
        </div>
      )}
      {edited && <InstructorDialog instructor={edited} onClose={() => setEdited(null)} onChange={onChange} />}
    </div>
  )
}
