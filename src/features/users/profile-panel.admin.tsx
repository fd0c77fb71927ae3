import { useQueryClient } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { type StoreImage, sendFile } from '#admin/api/uploads.ts'
import { UnsavedBanner } from '#admin/drafts/banners.tsx'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { ImageField } from '#admin/forms/image-field.tsx'
import { getIdentity } from '#admin/session/use-auth.ts'
import { Panel } from '#admin/shell/panel.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { type Profile, profileChange } from './users.contract.ts'

/** Name, picture and biography, as posts show them. */
export function ProfilePanel({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const refresh = () => Promise.all([invalidateAdmin(client, '/api/users'), invalidateAdmin(client, '/api/blogs')])
  const { field, onSubmit, busy, message, watch, getValues, setValue, reset, dirty } = useSmallForm({
    contract: profileChange,
    defaults: { name: profile.name, bio: profile.bio, avatarUrl: profile.avatarUrl ?? '' },
    async submit(values) {
      const saved = await adminFetch<Profile>('/api/users/me', { method: 'PUT', json: values })
      await unsaved.clear(values)
      reset({ name: saved.name, bio: saved.bio, avatarUrl: saved.avatarUrl ?? '' })
      await (await getIdentity()).rename(saved.name)
      notify('success', 'Profile updated successfully')
      await refresh()
    },
    onFailure: () => notify('error', 'Failed to update profile'),
  })
  const unsaved = useAutosave({
    key: 'profile',
    value: watch(),
    read: getValues,
    dirty,
    onRestore: (draft) => reset(draft, { keepDefaultValues: true }),
  })
  /** A picture is saved as soon as it is chosen; the rest of the form keeps its values. */
  const storePicture: StoreImage = async (file, options) => {
    const { avatarUrl: url = '' } = await sendFile<Profile>('PUT', '/api/users/me/avatar', file, options)
    reset({ name: profile.name, bio: profile.bio, avatarUrl: url }, { keepDirtyValues: true })
    notify('success', 'Picture saved')
    await refresh()
    return { url }
  }
  return (
    <Panel title="Profile" lead={`Readers see this below your posts. You sign in as ${profile.email}.`}>
      <UnsavedBanner found={unsaved.found} />
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        <TextInput
          {...field('name')}
          label="Name"
          hint={
            profile.signedAs === profile.name
              ? undefined
              : `Your posts are signed “${profile.signedAs}” until you change your name.`
          }
          autoComplete="name"
          required
        />
        <ImageField
          label="Picture"
          url={watch('avatarUrl') ?? ''}
          onChange={(url) => setValue('avatarUrl', url, { shouldDirty: true })}
          store={storePicture}
          error={field('avatarUrl').error}
        />
        <TextArea
          {...field('bio')}
          label="Bio"
          rows={5}
          hint="A sentence or two: what you do, and what you write about."
        />
        {message && <Alert tone="error">{message}</Alert>}
        <div className="flex justify-end">
          <Button type="submit" size="small" busy={busy}>
            Save profile
          </Button>
        </div>
      </form>
    </Panel>
  )
}
