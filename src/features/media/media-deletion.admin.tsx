import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { formatCount } from '#admin/format.ts'
import { nameOfMedia } from '#admin/media/library-picture.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import type { MediaDetail, MediaUse } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'

type MediaDeletionProps = {
  item: MediaDetail
  onClose: () => void
  /** Asks for the replacement file. */
  onReplace: () => void
  /** Called once the item is gone, and when the person follows a link to a record that uses it. */
  onLeave: () => void
}

/** Asks how to delete an item. One that is in use can be replaced; only owners may delete it anyway. */
export function MediaDeletion({ item, onClose, onReplace, onLeave }: MediaDeletionProps) {
  const { _id, usedIn } = item
  const name = `“${nameOfMedia(item)}”`
  const isUsed = usedIn.length > 0
  const mayErase = useMay('manage') || !isUsed
  const { act, busy } = useAct({ reload: '' })

  async function remove(method: 'DELETE' | 'POST', path: string, done: string) {
    if (!(await act(() => adminFetch(path, { method }).then(onLeave), { done }))) onClose()
  }

  async function erase() {
    const places = `It will disappear from ${formatCount(usedIn.length, 'place')}. `
    const detail = `${isUsed ? places : ''}This cannot be undone.`
    if (await confirm({ question: `Delete ${name} for good?`, detail, action: 'Delete for good' }))
      await remove('POST', `/api/media/${_id}/erase`, 'Deleted for good')
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={isUsed ? `${name} is in use` : `Delete ${name}?`}
      description={
        isUsed
          ? 'You cannot delete it while it is in use. Replace it to show another one everywhere.'
          : 'Links to it stop working right away. You can restore it from the trash for 30 days.'
      }
    >
      {isUsed && <MediaUses uses={usedIn} onFollow={onLeave} />}
      {isUsed && !mayErase && <p className="mt-3 text-small text-muted">An owner can delete it for good.</p>}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        {mayErase && (
          <Button
            variant="quiet"
            size="small"
            className="px-2 text-danger! max-sm:order-last max-sm:w-full sm:mr-auto sm:-ml-2"
            disabled={busy}
            onClick={erase}
          >
            Delete for good…
          </Button>
        )}
        <Button variant="secondary" size="small" onClick={onClose}>
          Cancel
        </Button>
        {isUsed ? (
          <Button size="small" onClick={onReplace}>
            Replace…
          </Button>
        ) : (
          <Button
            size="small"
            className="bg-danger! text-paper!"
            busy={busy}
            onClick={() => remove('DELETE', `/api/media/${_id}`, 'Moved to the trash')}
          >
            Move to trash
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const states: Record<MediaUse['state'], string> = {
  now: '',
  waiting: 'in unpublished changes',
  history: 'in the history',
  trash: 'in the trash',
}

/** These have no form. */
const withoutScreen = ['instructors', 'authorProfiles', 'videos']

const formOf = ({ entity, _id }: MediaUse) =>
  entity === 'siteSettings' ? `/admin/settings/${_id}` : `/admin/${entity}/edit/${_id}`

export function MediaUses({ uses, onFollow }: { uses: MediaUse[]; onFollow: () => void }) {
  return (
    <section aria-label="Used in">
      <h3 className="text-small font-[560]">Used in</h3>
      {uses.length === 0 ? (
        <p className="mt-1 text-small text-muted">Not used anywhere.</p>
      ) : (
        <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto text-small">
          {uses.map((use) => (
            <li key={`${use.entity} ${use._id}`} className="flex flex-wrap gap-x-2 py-1">
              {use.state === 'trash' || withoutScreen.includes(use.entity) ? (
                <span>{use.name}</span>
              ) : (
                <Link to={formOf(use)} onClick={onFollow} className="link wrap-anywhere">
                  {use.name}
                </Link>
              )}
              <span className="text-muted">{[use.label, states[use.state]].filter(Boolean).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
