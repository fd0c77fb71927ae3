import { Link } from '#ui/link.tsx'
import { describedGroups } from './described-groups.admin.ts'

/** The groups of settings. */
export default function SettingsIndex() {
  return (
    <>
      <h1 className="text-h1">Settings</h1>
      <p className="mt-2 text-muted">What the site says about the company. A change is live as soon as it is saved.</p>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(describedGroups).map(([id, { title, lead }]) => (
          <li key={id} className="relative rounded-control border border-line bg-raised p-5 hover:border-primary">
            <h2 className="text-h3">
              <Link to={`/admin/settings/${id}`} className="link-quiet link-cover">
                {title}
              </Link>
            </h2>
            <p className="mt-1.5 text-muted">{lead}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
