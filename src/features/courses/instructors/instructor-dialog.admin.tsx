import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { adminQuery, invalidateAdmin } from '#admin/api/queries.ts'
import { useResource } from '#admin/api/use-resource.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { FormButtons } from '#admin/fields/small-form.tsx'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { Checkbox } from '#admin/forms/checkbox.tsx'
import { ImageField } from '#admin/forms/image-field.tsx'
import { useMay } from '#admin/session/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { failureOf } from '#web/http.ts'
import { type Instructor, instructorInput } from './instructors.contract.ts'

const api = '/api/instructors'
export const instructorResource = { api, one: 'instructor' }

type InstructorDialogProps = {
  /** The instructor to edit, or null for a new one. */
  instructor: Instructor | null
  onClose: () => void
  onSaved: (instructor: Instructor) => void
  onDeleted: () => void
}

type Values = { name: string; bio: string; avatarUrl: string; isDefault: boolean; userId: string }

/** Adds or edits an instructor in a dialog over the course's form. */
export function InstructorDialog({ instructor, onClose, onSaved, onDeleted }: InstructorDialogProps) {
  const client = useQueryClient()
  const { remove } = useResource(instructorResource)
  const form = useSmallForm<Values>({
    contract: instructorInput,
    defaults: {
      name: instructor?.name ?? '',
      bio: instructor?.bio ?? '',
      avatarUrl: instructor?.avatarUrl ?? '',
      isDefault: instructor?.isDefault ?? false,
      userId: instructor?.userId ?? '',
    },
    async submit(json) {
      try {
        const saved = await (instructor
          ? adminFetch<Instructor>(`${api}/${instructor._id}`, { method: 'PUT', json, ifMatch: instructor.version })
          : adminFetch<Instructor>(api, { method: 'POST', json }))
        await Promise.all([invalidateAdmin(client, api), invalidateAdmin(client, '/api/courses')])
        notify('success', `Instructor ${instructor ? 'updated' : 'created'} successfully`)
        onSaved(saved)
      } catch (error) {
        notify('error', failureOf(error, 'Failed to save instructor'))
      }
    },
  })

  return (
    <Dialog open onClose={onClose} title={instructor ? 'Edit Instructor' : 'Add Instructor'}>
      <form noValidate className="grid gap-5" onSubmit={form.onSubmit}>
        <TextInput label="Name" required {...form.field('name')} />
        <TextArea label="Bio" rows={4} {...form.field('bio')} />
        <ImageField
          label="Picture"
          url={form.watch('avatarUrl')}
          onChange={(url) => form.setValue('avatarUrl', url, { shouldDirty: true })}
          error={form.field('avatarUrl').error}
        />
        <ColleagueField {...form.field('userId')} chosen={instructor?.userId} />
        <Checkbox
          label="Default instructor"
          hint="Used for courses without another instructor."
          disabled={instructor?.isDefault}
          {...form.field('isDefault')}
        />
        <FormButtons
          action="Save"
          busy={form.busy}
          further={
            instructor &&
            !instructor.isDefault && (
              <Button
                variant="quiet"
                size="small"
                className="mr-auto -ml-2 px-2"
                onClick={async () => (await remove(instructor._id, instructor)) && onDeleted()}
              >
                Delete
              </Button>
            )
          }
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

type Colleague = { _id: string; name: string; email: string }

/** The colleague whom an instructor is. The server takes it from those who may read requests. */
function ColleagueField({ chosen, ...field }: ComponentProps<'select'> & { chosen: string | undefined }) {
  const mayChoose = useMay('readContacts')
  const { data: users = [] } = useQuery(adminQuery<Colleague[]>('/api/users'))
  const isGone = chosen !== undefined && users.length > 0 && users.every(({ _id }) => _id !== chosen)
  if (!mayChoose) return null
  return (
    <Select {...field} label="Colleague" hint="They see who comes to the dates: names, companies and messages.">
      <option value="">None</option>
      {isGone && <option value={chosen}>A former colleague</option>}
      {users.map(({ _id, name, email }) => (
        <option key={_id} value={_id}>
          {name} ({email})
        </option>
      ))}
    </Select>
  )
}
