import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { useResource } from '#admin/api/use-resource.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { FormButtons } from '#admin/fields/small-form.tsx'
import { contractResolver } from '#admin/fields/use-small-form.ts'
import { Checkbox } from '#admin/forms/checkbox.tsx'
import { ImageField } from '#admin/forms/image-field.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { type Instructor, instructorInput } from './instructors.contract.ts'

export const instructorResource = { api: '/api/instructors', one: 'instructor' }

type InstructorDialogProps = {
  /** The instructor to edit, or null for a new one. */
  instructor: Instructor | null
  onClose: () => void
  onSaved: (instructor: Instructor) => void
  onDeleted: () => void
}

type Values = { name: string; bio: string; avatarUrl: string; isDefault: boolean }

/** Adds or edits an instructor in a dialog over the course's form. */
export function InstructorDialog({ instructor, onClose, onSaved, onDeleted }: InstructorDialogProps) {
  const client = useQueryClient()
  const { remove } = useResource(instructorResource)
  const form = useForm<Values>({
    defaultValues: {
      name: instructor?.name ?? '',
      bio: instructor?.bio ?? '',
      avatarUrl: instructor?.avatarUrl ?? '',
      isDefault: instructor?.isDefault ?? false,
    },
    resolver: contractResolver(instructorInput, (values) => values),
  })
  const { errors, isSubmitting } = form.formState
  const avatarUrl = useWatch({ control: form.control, name: 'avatarUrl' })

  const save = form.handleSubmit(async (json) => {
    try {
      const path = instructor ? `/api/instructors/${instructor._id}` : '/api/instructors'
      const saved = await adminFetch<Instructor>(path, {
        method: instructor ? 'PUT' : 'POST',
        json,
        ifMatch: instructor?.version,
      })
      await Promise.all([invalidateAdmin(client, '/api/instructors'), invalidateAdmin(client, '/api/courses')])
      notify('success', `Instructor ${instructor ? 'updated' : 'created'} successfully`)
      onSaved(saved)
    } catch {
      notify('error', 'Failed to save instructor')
    }
  })

  return (
    <Dialog open onClose={onClose} title={instructor ? 'Edit Instructor' : 'Add Instructor'}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          // In React's tree the dialog is inside the course's form, which must not receive this event.
          event.stopPropagation()
          save(event)
        }}
      >
        <TextInput label="Name" required {...form.register('name')} error={errors.name?.message} />
        <TextArea label="Bio" rows={4} {...form.register('bio')} error={errors.bio?.message} />
        <ImageField
          label="Picture"
          url={avatarUrl}
          onChange={(url) => form.setValue('avatarUrl', url, { shouldDirty: true })}
          error={errors.avatarUrl?.message}
        />
        <Checkbox
          label="Default instructor"
          hint="Used for courses without another instructor."
          disabled={instructor?.isDefault}
          {...form.register('isDefault')}
        />
        <FormButtons
          action="Save"
          busy={isSubmitting}
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
