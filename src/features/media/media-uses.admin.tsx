import type { MediaUse } from '#contract/media-library.ts'
import { Link } from '#ui/link.tsx'

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

/** The records that use an item. */
export function MediaUses({ uses, onFollow }: { uses: MediaUse[]; onFollow: () => void }) {
  return (
    <section aria-label="Used in">
      <h3 className="text-small font-[560]">Used in</h3>
      {uses.length === 0 ? (
        <p className="mt-1 text-small text-muted">Nothing. It can be deleted.</p>
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
