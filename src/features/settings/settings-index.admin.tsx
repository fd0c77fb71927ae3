import { useContext, useState } from 'react'
import { capitalised } from '#admin/format.ts'
import { SearchField } from '#admin/lists/list-frame.tsx'
import { RoleContext } from '#admin/session/use-auth.ts'
import { withName, withWords } from '#admin/shell/finder/places.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { useCompany } from '#web/company-context.tsx'
import { groups } from './settings.contract.ts'
import { groupsOf, settingsPlaces } from './settings-places.admin.ts'

const sections = [...new Set(Object.values(groups).map(({ section }) => section))]

/** The groups that a newcomer looks for. */
const first = ['company', 'brand']

export default function SettingsIndex() {
  const [search, setSearch] = useState('')
  return (
    <>
      <h1 className="text-h1">Settings</h1>
      <p className="mt-2 text-muted">Company details, site texts and legal pages. Changes go live when you save.</p>
      <div className="mt-5 flex">
        <SearchField placeholder="Search settings..." value={search} onSearch={setSearch} />
      </div>
      {search.trim() === '' ? <Groups /> : <FoundSettings search={search} />}
    </>
  )
}

function Groups() {
  const role = useContext(RoleContext)
  return sections.map((section) => (
    <section key={section ?? ''} className="mt-8" aria-label={section ?? 'General'}>
      <h2 className="mb-3 text-h2">{section ?? 'General'}</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-6">
        {groupsOf(section, role)
          .toSorted((one, other) => Number(first.includes(other.id)) - Number(first.includes(one.id)))
          .map(({ id, title, lead }) => {
            const isFirst = first.includes(id)
            return (
              <li
                key={id}
                className={classNames(
                  'relative rounded-control border border-line bg-raised hover:border-primary',
                  isFirst ? 'p-6 lg:col-span-3 lg:p-7' : 'p-5 lg:col-span-2',
                )}
              >
                <h3 className={isFirst ? 'text-h2' : 'text-h3'}>
                  <Link to={`/admin/settings/${id}`} className="link-quiet link-cover">
                    {title}
                  </Link>
                </h3>
                <p className="mt-1.5 text-muted">{lead}</p>
              </li>
            )
          })}
      </ul>
    </section>
  ))
}

function FoundSettings({ search }: { search: string }) {
  const role = useContext(RoleContext)
  const company = useCompany()
  const places = settingsPlaces(role)
  const found = [...withName(places, search), ...withWords(places, search, company)]
  return (
    <>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'mt-8 text-muted'}>
        {found.length > 0 ? `${found.length} found` : 'No settings match your search.'}
      </p>
      <ul aria-label="Settings found" className="mt-4 divide-y divide-line border-y border-line empty:hidden">
        {found.map(({ to, label, kind, words }) => (
          <li key={to} className="relative grid gap-x-6 px-3 py-3 hover:bg-primary-soft sm:grid-cols-[1fr_2fr]">
            <span>
              <Link to={to} className="link-quiet link-cover font-[560]">
                {label}
              </Link>
              <span className="block text-small text-muted">{capitalised(kind)}</span>
            </span>
            <span className="line-clamp-2 text-muted">{words?.(company)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
