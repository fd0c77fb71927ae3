import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminFetch, adminQuery, invalidateAdmin } from '#admin/api/admin-calls.ts'
import { type StoreImage, sendFile } from '#admin/api/uploads.ts'
import { UnsavedBanner } from '#admin/drafts/banners.tsx'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { ImageField } from '#admin/forms/image-field.tsx'
import { getIdentity, useMay } from '#admin/session/use-auth.ts'
import { Panel } from '#admin/shell/screen.tsx'
import { passwordChange, shortestPassword } from '#contract/identity.ts'
import { DevicesPanel } from '#features/identity/devices/devices-panel.shared.admin.tsx'
import { PasskeysPanel } from '#features/identity/passkeys/passkeys-panel.shared.admin.tsx'
import { SecondFactorPanel } from '#features/identity/second-factor/second-factor-panel.shared.admin.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { notify } from '#ui/toasts.ts'

import { type Profile, profileChange } from './users.contract.ts'

export default function ProfileScreen() {
  const query = useQuery(adminQuery<Profile>('/api/users/me'))
  // The form starts with the stored profile: a cached one may be older, or another person's.
  if (!query.isFetchedAfterMount) return <Spinner />
  if (query.data === undefined)
    return <ErrorState message="Your profile could not be loaded." onRetry={() => query.refetch()} />
  return (
    <>
      <h1 className="text-h1">My profile</h1>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <ProfilePanel profile={query.data} />
          <PasswordPanel />
        </div>
        <div className="grid gap-5">
          <SecondFactorPanel />
          <PasskeysPanel />
          <DevicesPanel />
        </div>
      </div>
    </>
  )
}

type ProfileValues = { name: string; bio: string; avatarUrl: string }

function ProfilePanel({ profile }: { profile: Profile }) {
  const reload = ['/api/users', '/api/blogs']
  const mayHavePosts = useMay('staff')
  const form = useSmallForm<ProfileValues, ProfileValues, void>({
    contract: profileChange,
    defaults: { name: profile.name, bio: profile.bio, avatarUrl: profile.avatarUrl ?? '' },
    async submit(values) {
      const saved = await adminFetch<Profile>('/api/users/me', { method: 'PUT', json: values })
      await unsaved.clear(values)
      form.reset({ name: saved.name, bio: saved.bio, avatarUrl: saved.avatarUrl ?? '' })
      await (await getIdentity()).rename(saved.name)
    },
    done: 'Profile updated successfully',
    failed: 'Failed to update profile',
    reload,
  })
  const unsaved = useAutosave({
    key: 'profile',
    value: form.values,
    read: form.getValues,
    dirty: form.dirty,
    onRestore: (draft) => form.reset(draft, { keepDefaultValues: true }),
  })
  const client = useQueryClient()
  /** A picture is saved as soon as it is chosen; the rest of the form keeps its values. */
  const storePicture: StoreImage = async (file, options) => {
    const { avatarUrl: url = '' } = await sendFile<Profile>('PUT', '/api/users/me/avatar', file, options)
    form.reset({ name: profile.name, bio: profile.bio, avatarUrl: url }, { keepDirtyValues: true })
    notify('success', 'Photo saved')
    await Promise.all(reload.map((path) => invalidateAdmin(client, path)))
    return { url }
  }
  return (
    <Panel
      title="Profile"
      lead={`${mayHavePosts ? 'Readers see this under your posts. ' : ''}You sign in as ${profile.email}.`}
    >
      <UnsavedBanner found={unsaved.found} />
      <SmallForm form={form} action={profile.mayChange ? 'Save profile' : undefined}>
        <fieldset disabled={!profile.mayChange} className="grid gap-4 disabled:[&_button]:hidden">
          {!profile.mayChange && (
            <p className="text-small text-muted">Published posts show this. Ask an editor to change it.</p>
          )}
          <TextInput
            {...form.field('name')}
            label="Name"
            hint={
              profile.signedAs === profile.name
                ? undefined
                : `Your posts show “${profile.signedAs}” until you change your name.`
            }
            autoComplete="name"
            required
          />
          {mayHavePosts && (
            <>
              <ImageField
                label="Photo"
                url={form.values.avatarUrl ?? ''}
                onChange={(url) => form.set('avatarUrl', url)}
                store={storePicture}
                error={form.errorAt('avatarUrl')}
              />
              <TextArea
                {...form.field('bio')}
                label="Bio"
                rows={5}
                hint="One or two sentences about what you do and write about."
              />
            </>
          )}
        </fieldset>
      </SmallForm>
    </Panel>
  )
}

const empty = { currentPassword: '', newPassword: '' }

function PasswordPanel() {
  const { field, ...form } = useSmallForm({
    contract: passwordChange,
    defaults: empty,
    submit: async ({ currentPassword, newPassword }) =>
      (await getIdentity()).changePassword(currentPassword, newPassword),
    done: 'Password changed successfully',
    failed: 'Failed to change password',
    onDone: () => form.reset(empty),
  })
  return (
    <Panel title="Change password" lead="You will be signed out on all other devices.">
      <SmallForm form={form} action="Change password" secondary>
        <TextInput
          {...field('currentPassword')}
          type="password"
          label="Current password"
          autoComplete="current-password"
          required
        />
        <TextInput
          {...field('newPassword')}
          type="password"
          label="New password"
          hint={`At least ${shortestPassword} characters`}
          autoComplete="new-password"
          required
        />
      </SmallForm>
    </Panel>
  )
}
