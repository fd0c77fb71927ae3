import { useContext } from 'react'
import { RoleContext } from '#admin/session/permissions.ts'
import { Link } from '#ui/link.tsx'
import { describedGroups, groupsOf } from './described-groups.admin.ts'

const sections = [...new Set(Object.values(describedGroups).map(({ section }) => section))]

export default function SettingsIndex() {
  const role = useContext(RoleContext)
  return (
    <>
      <h1 className="text-h1">Settings</h1>
      <p className="mt-2 text-muted">
        The company’s details and the texts of the site. Changes are live as soon as you save.
      </p>
      {sections.map((section) => (
        <section key={section ?? ''} className="mt-8" aria-label={section ?? 'The site'}>
          <h2 className={section ? 'mb-3 text-h2' : 'sr-only'}>{section ?? 'The site'}</h2>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {groupsOf(section, role).map(([id, { title, lead }]) => (
              <li key={id} className="relative rounded-control border border-line bg-raised p-5 hover:border-primary">
                <h3 className="text-h3">
                  <Link to={`/admin/settings/${id}`} className="link-quiet link-cover">
                    {title}
                  </Link>
                </h3>
                <p className="mt-1.5 text-muted">{lead}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
