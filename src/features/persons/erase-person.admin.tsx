import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { deleteDraftsOf } from '#admin/drafts/draft.ts'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { countsInWords, eraseWord, type PersonAnswer } from '#contract/persons.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { notify } from '#ui/toasts.ts'
import { type EraseAnswer, eraseInput } from './persons.contract.ts'

/** Names what is erased, and asks for a word, since nothing brings it back. */
export function ErasePerson({ person, onClose }: { person: PersonAnswer; onClose: () => void }) {
  const { key, email, counts, entries, reach } = person
  const client = useQueryClient()
  const navigate = useNavigate()
  const { field, onSubmit, busy, message } = useSmallForm<{ word: string }>({
    contract: eraseInput,
    defaults: { word: '' },
    async submit(json) {
      const path = `/api/persons/${encodeURIComponent(key)}/erase`
      const answer = await adminFetch<EraseAnswer>(path, { method: 'POST', json })
      // A browser without storage has no drafts.
      await deleteDraftsOf(entries.flatMap(({ path }) => path?.split('/').at(-1) ?? [])).catch(() => {})
      notify('success', answer.message)
      navigate('/admin/contacts')
      // No list and no page keeps the person.
      client.removeQueries({ queryKey: ['admin'] })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Erase ${email}?`}
      description={`Deleted for good: ${countsInWords(counts)}.`}
    >
      <p className="text-small text-muted">{reach}</p>
      <form noValidate onSubmit={onSubmit} autoComplete="off" className="mt-4 grid gap-4">
        <TextInput
          {...field('word')}
          label={`Type ${eraseWord}`}
          autoComplete="off"
          autoCapitalize="characters"
          required
        />
        {message && <Alert tone="error">{message}</Alert>}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" size="small" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="small" busy={busy} className="bg-danger! text-paper!">
            Erase
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
