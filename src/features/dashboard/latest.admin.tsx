import type { ReactNode } from 'react'
import { formatNumber } from '#admin/format.ts'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Link } from '#ui/link.tsx'
import type { Dashboard } from './dashboard.contract.ts'

/** The newest contact requests, with the pending ones marked. */
export const LatestRequests = ({ requests, pending }: { requests: Dashboard['latestRequests']; pending: number }) => (
  <Latest
    title="Latest requests"
    waiting={pending > 0 && { to: '/admin/contacts?status=pending', text: `${formatNumber(pending)} to answer` }}
    to="/admin/contacts"
    all="All contacts"
    empty="No contact requests yet"
  >
    {requests.map(({ _id, name, subject, status, createdAt }) => (
      <Entry
        key={_id}
        to={`/admin/contacts?${new URLSearchParams({ search: subject })}`}
        title={subject}
        detail={name}
        date={createdAt}
        badge={status !== 'resolved' && status !== 'spam' && <Badge tone="amber">Pending</Badge>}
      />
    ))}
  </Latest>
)

export const LatestDrafts = ({ drafts, count }: { drafts: Dashboard['latestDrafts']; count: number }) => (
  <Latest
    title="Latest drafts"
    waiting={count > 0 && { to: '/admin/blogs?status=draft', text: `${formatNumber(count)} to finish` }}
    to="/admin/blogs"
    all="All posts"
    empty="No drafts"
  >
    {drafts.map(({ _id, title, author, category, updatedAt }) => (
      <Entry
        key={_id}
        to={`/admin/blogs/edit/${_id}`}
        title={title}
        detail={`${author}, ${category}`}
        date={updatedAt}
      />
    ))}
  </Latest>
)

type LatestProps = {
  title: string
  /** The number of pending records, and their list. */
  waiting: false | { to: string; text: string }
  to: string
  all: string
  empty: string
  children: ReactNode[]
}

const Latest = ({ title, waiting, to, all, empty, children }: LatestProps) => (
  <section>
    <div className="flex items-baseline gap-3">
      <h2 className="mr-auto text-h2">{title}</h2>
      {waiting && (
        <Link to={waiting.to} className="text-small font-[560] text-accent-ink underline-offset-4 hover:underline">
          {waiting.text}
        </Link>
      )}
      <Link to={to} className="link text-small">
        {all}
      </Link>
    </div>
    <ul className="mt-2 divide-y divide-line rounded-control border border-line bg-raised">
      {children.length > 0 ? children : <li className="px-4 py-6 text-center text-muted">{empty}</li>}
    </ul>
  </section>
)

type EntryProps = { to: string; title: string; detail: string; date: string; badge?: ReactNode }

const Entry = ({ to, title, detail, date, badge }: EntryProps) => (
  <li className="relative flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunken">
    <div className="min-w-0 flex-1">
      <Link to={to} className="link-cover block truncate font-[560]">
        {title}
      </Link>
      <p className="truncate text-small text-muted">{detail}</p>
    </div>
    {badge}
    <span className="text-small text-muted">
      <LocalDate iso={date} />
    </span>
  </li>
)
