import { ArrowRight, FileText, type LucideIcon, Mail, MessageSquare, Package, Users, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#admin/format.ts'
import { useMay } from '#admin/session/permissions.ts'
import { Link } from '#ui/link.tsx'
import type { Dashboard } from './dashboard.contract.ts'

/** Links to the screens, each with a description. */
export function LinkCards({ figures }: { figures: Dashboard }) {
  const { blogs, published, users, pending, contacts, products, services, subscribers } = figures
  const readsContacts = useMay('readContacts')
  const allActive = services.active === services.count
  return (
    <nav aria-label="Screens" className="mt-8 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <LinkCard to="/admin/blogs" icon={FileText} title="Blogs">
        {formatNumber(blogs)} Posts, {formatNumber(published)} Published
      </LinkCard>
      <LinkCard to="/admin/users" icon={Users} title="Users" detail="Manage Roles">
        {formatNumber(users)} Total
      </LinkCard>
      {readsContacts && (
        <LinkCard to="/admin/contacts" icon={MessageSquare} title="Contact Requests" marked={pending > 0}>
          {formatNumber(pending)} New Messages, {formatNumber(contacts)} Total
        </LinkCard>
      )}
      <LinkCard to="/admin/products" icon={Package} title="Products">
        {formatNumber(products.count)} Products, {formatNumber(products.categories)} Categories
      </LinkCard>
      <LinkCard to="/admin/services" icon={Wrench} title="Services">
        {allActive
          ? `${formatNumber(services.count)} Services, All Active`
          : `${formatNumber(services.active)} of ${formatNumber(services.count)} Active`}
      </LinkCard>
      {readsContacts && (
        <LinkCard to="/admin/subscribers" icon={Mail} title="Subscribers">
          {formatNumber(subscribers)} Total
        </LinkCard>
      )}
    </nav>
  )
}

type LinkCardProps = {
  to: string
  icon: LucideIcon
  title: string
  detail?: string
  /** Marks that something is pending there. */
  marked?: boolean
  children: ReactNode
}

function LinkCard({ to, icon: Icon, title, detail, marked, children }: LinkCardProps) {
  return (
    <Link
      to={to}
      className="group flex items-center gap-3.5 rounded-control border border-line bg-raised px-4 py-3 transition-colors hover:border-primary"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-[600]">
          {title}
          {marked && <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />}
        </span>
        <span className="block text-small text-muted tabular-nums">
          {detail && <span>{detail} · </span>}
          {children}
        </span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  )
}
