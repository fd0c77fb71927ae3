import { ArrowRight, BookUser, Layers, type LucideIcon, MessageSquare, Newspaper, Package, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#admin/format.ts'
import { useMay } from '#admin/session/permissions.ts'
import { Link } from '#ui/link.tsx'
import type { Dashboard } from './dashboard.contract.ts'

/** Links to the screens, each with a description. */
export function LinkCards({ figures }: { figures: Dashboard }) {
  const { pending, contacts, products, services } = figures
  const readsContacts = useMay('readContacts')
  const allActive = services.active === services.count
  return (
    <nav aria-label="Screens" className="mt-4 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      <LinkCard to="/admin/blogs" icon={Newspaper} title="Blogs">
        Posts and Drafts
      </LinkCard>
      <LinkCard to="/admin/users" icon={Users} title="Users">
        Manage Roles
      </LinkCard>
      {readsContacts && (
        <LinkCard to="/admin/contacts" icon={MessageSquare} title="Contact Requests" marked={pending > 0}>
          {formatNumber(pending)} New Messages, {formatNumber(contacts)} Total
        </LinkCard>
      )}
      <LinkCard to="/admin/products" icon={Package} title="Products">
        {formatNumber(products.count)} Products, {formatNumber(products.categories)} Categories
      </LinkCard>
      <LinkCard to="/admin/services" icon={Layers} title="Services">
        {allActive
          ? `${formatNumber(services.count)} Services, All Active`
          : `${formatNumber(services.active)} of ${formatNumber(services.count)} Active`}
      </LinkCard>
      {readsContacts && (
        <LinkCard to="/admin/subscribers" icon={BookUser} title="Subscribers">
          Import and Export
        </LinkCard>
      )}
    </nav>
  )
}

type LinkCardProps = {
  to: string
  icon: LucideIcon
  title: string
  /** Marks that something is pending there. */
  marked?: boolean
  children: ReactNode
}

function LinkCard({ to, icon: Icon, title, marked, children }: LinkCardProps) {
  return (
    <Link to={to} className="group flex min-h-13 items-center gap-3 border-b border-line py-1.5 hover:text-primary">
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted group-hover:text-primary" strokeWidth={1.75} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-[600]">
          {title}
          {marked && <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />}
        </span>
        <span className="block text-small text-muted tabular-nums">{children}</span>
      </span>
      <ArrowRight
        aria-hidden="true"
        className="size-4 shrink-0 text-muted transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  )
}
