import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { RowAction } from '#admin/lists/row-actions.tsx'
import { canUsePasskeys, createPasskey } from '#admin/session/passkey.ts'
import { embeddedQuery, useIdentityKind } from '#admin/session/use-auth.ts'
import { Panel } from '#admin/shell/screen.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { type Passkey, passkeyName } from '#contract/identity.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

const path = '/api/identity/passkeys'
type PasskeyName = z.infer<typeof passkeyName>

export function PasskeysPanel() {
  const isOffered = useIdentityKind() === 'embedded'
  const client = useQueryClient()
  const query = embeddedQuery<Passkey[]>(path)
  const { data: passkeys } = useQuery(query)
  const [adding, setAdding] = useState(false)
  if (!isOffered || !passkeys) return null
  const reload = () => client.invalidateQueries({ queryKey: query.queryKey })

  return (
    <Panel
      title="Passkeys"
      lead="Sign in with your fingerprint, face or device PIN. No password, no code, and nothing that a fake page can steal."
    >
      {passkeys.length > 0 && (
        <ul aria-label="Your passkeys" className="mb-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey._id} passkey={passkey} onChange={reload} />
          ))}
        </ul>
      )}
      {adding ? (
        <AddPasskey
          onDone={async () => {
            setAdding(false)
            await reload()
          }}
          onCancel={() => setAdding(false)}
        />
      ) : canUsePasskeys() ? (
        <Button variant="secondary" size="small" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-small text-muted">This browser cannot add a passkey at this address.</p>
      )}
    </Panel>
  )
}

type AddPasskeyProps = { onDone: () => Promise<void> | undefined; onCancel?: () => void }

export function AddPasskey({ onDone, onCancel }: AddPasskeyProps) {
  const { field, ...form } = useSmallForm({
    contract: passkeyName,
    defaults: { name: '' },
    async submit({ name }) {
      const options = await adminFetch<unknown>(`${path}/options`, { method: 'POST' })
      await adminFetch(path, { method: 'POST', json: { name, response: await createPasskey(options) } })
    },
    done: 'Passkey added',
    onDone,
  })
  return (
    <SmallForm form={form} action="Continue" onCancel={onCancel}>
      <TextInput
        {...field('name')}
        label="Name"
        hint="To tell your passkeys apart, such as Work laptop"
        // The person has just asked for this form.
        autoFocus
        required
      />
    </SmallForm>
  )
}

function PasskeyRow({ passkey, onChange }: { passkey: Passkey; onChange: () => Promise<void> }) {
  const { _id, name, createdAt, lastUsedAt } = passkey
  const [renaming, setRenaming] = useState(false)
  const { act } = useAct({ reload: path })
  const own = `${path}/${_id}`

  const remove = async () => {
    const detail = 'You can no longer sign in with it. Delete it from your device too.'
    if (!(await confirm({ question: `Remove the passkey “${name}”?`, action: 'Remove', detail }))) return
    await act(() => adminFetch(own, { method: 'DELETE' }), { done: 'Passkey removed' })
  }

  const rename = async (given: PasskeyName) => {
    await adminFetch(own, { method: 'PUT', json: given })
    setRenaming(false)
    await onChange()
  }

  if (renaming)
    return (
      <li className="py-3">
        <RenameForm name={name} submit={rename} onCancel={() => setRenaming(false)} />
      </li>
    )
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-[550] wrap-anywhere">{name}</p>
        <p className="text-small text-muted">
          {lastUsedAt ? 'Last used ' : 'Added '}
          <LocalDateTime iso={lastUsedAt ?? createdAt} />
          {!lastUsedAt && ', never used'}
        </p>
      </div>
      <span className="inline-flex whitespace-nowrap">
        <RowAction icon={Pencil} label={`Rename ${name}`} onClick={() => setRenaming(true)} />
        <RowAction icon={Trash2} label={`Remove ${name}`} danger onClick={remove} />
      </span>
    </li>
  )
}

type RenameFormProps = PasskeyName & { submit: (given: PasskeyName) => Promise<void>; onCancel: () => void }

function RenameForm({ name, submit, onCancel }: RenameFormProps) {
  const { field, ...form } = useSmallForm({ contract: passkeyName, defaults: { name }, submit })
  return (
    <SmallForm form={form} action="Save" onCancel={onCancel}>
      <TextInput {...field('name')} label="Passkey name" autoFocus required />
    </SmallForm>
  )
}
