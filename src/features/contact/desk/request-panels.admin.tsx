import { type ReactNode, useState } from 'react'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { capitalised, formatCount } from '#admin/format.ts'
import { openSelect } from '#admin/lists/rows.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDate } from '#admin/time.tsx'
import { lookup } from '#contract/lookup.ts'
import { ResolveAll } from '#features/persons/resolve-all.shared.admin.tsx'
import { Link } from '#ui/link.tsx'
import { campaignLine } from '../ground/contact.contract.ts'
import type { ContactDetail } from '../ground/desk.contract.ts'
import { FollowUpSelect, OwnerSelect } from '../inbox/desk-selects.admin.tsx'
import { SameMatter } from './joins.admin.tsx'

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3 rounded-control border border-line bg-raised p-4 sm:p-5">
    <h2 className="text-h3">{title}</h2>
    {children}
  </section>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd dir="auto" className="wrap-anywhere">
      {children}
    </dd>
  </div>
)

function openSelectOf(action: string) {
  const select = document.querySelector<HTMLSelectElement>(`#main select[data-action="${action}"]`)
  if (select) openSelect(select)
}

export function Assignment({ request }: { request: ContactDetail }) {
  const readOnly = useReadOnly()
  useShortcut(readOnly ? null : { key: 'o', label: 'Assign', run: () => openSelectOf('Owner') })
  useShortcut(readOnly ? null : { key: 'f', label: 'Follow up', run: () => openSelectOf('Follow-up') })
  return (
    <Panel title="Assignment">
      <div className="grid gap-3 sm:max-lg:grid-cols-2">
        <OwnerSelect request={request} />
        <FollowUpSelect request={request} />
      </div>
    </Panel>
  )
}

const listed = 3

/** The person behind a request, with their other messages. */
export function Person({ request }: { request: ContactDetail }) {
  const { course, person } = request
  const { key, others, othersTotal, open, subscription } = person
  const [all, setAll] = useState(false)
  const shown = all ? others : others.slice(0, listed)
  return (
    <Panel title="Contact">
      <dl className="grid gap-3 text-small">
        {course && (
          <Row name="Course">
            <a href={`/courses/${course.slug}`} className="link">
              {course.title}
            </a>
          </Row>
        )}
        <Row name="Other messages">
          {othersTotal === 0 ? (
            'None'
          ) : (
            <ul className="grid gap-1">
              {shown.map((other) => (
                <li key={other._id} dir="auto">
                  <Link to={`/admin/contacts/${other._id}`} className="link">
                    {other.subject}
                  </Link>
                  <span className="block text-muted">
                    {capitalised(other.status)} · <LocalDate iso={other.createdAt} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          {!all && others.length > listed && (
            <button type="button" className="link" onClick={() => setAll(true)}>
              {formatCount(othersTotal - listed, 'more message')}
            </button>
          )}
        </Row>
        <Row name="Newsletter">{subscription ? <Subscription {...subscription} /> : 'Not subscribed'}</Row>
      </dl>
      <div className="flex flex-wrap gap-2 empty:hidden">
        <SameMatter request={request} />
        <ResolveAll requests={open} />
      </div>
      <Link to={`/admin/persons/${key}`} className="link w-fit text-small">
        View profile
      </Link>
    </Panel>
  )
}

/** Everything that came with the request, and the consent text. */
export function Source({ request }: { request: ContactDetail }) {
  const { page, read = [], referrer, phone, consent, form } = request
  const rows: [name: string, value: string | string[] | undefined][] = [
    ['Phone', phone],
    ['Landing page', page],
    ['Referrer', referrer],
    ['Campaign', campaignLine(request)],
    ['Pages viewed', read],
    ['Consent text', consent],
  ]
  const known = rows.filter(([, value]) => value && value.length > 0)
  if (known.length === 0 && !form) return null
  return (
    <Panel title="Source">
      <dl className="grid gap-3 text-small">
        {form && (
          <Row name="Form">
            {form.screen ? (
              <Link to={form.screen} className="link">
                {form.title}
              </Link>
            ) : (
              `${form.title} (deleted)`
            )}
          </Row>
        )}
        {known.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            {[value].flat().map((text, index) => (
              <dd key={index} className="wrap-anywhere">
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const sources: Record<string, string> = { form: 'via the form', import: 'by import', staff: 'by a colleague' }

function Subscription(subscription: NonNullable<ContactDetail['person']['subscription']>) {
  const { state, subscribedAt, consentAt, consent, consentPage, source } = subscription
  return (
    <>
      {capitalised(state)} since <LocalDate iso={consentAt ?? subscribedAt} />
      {source && `, ${lookup(sources, source) ?? source}`}
      {consentPage && `, on ${consentPage}`}
      {consent && <span className="block text-muted">“{consent}”</span>}
    </>
  )
}
