import { ChevronRight } from 'lucide-react'
import { matchPath, useLocation } from 'react-router'
import { capitalised } from '#admin/format.ts'
import { decoded } from '#contract/addresses.ts'
import { Link } from '#ui/link.tsx'
import { useShownRecord } from './record-title.ts'
import type { AdminScreen } from './screen.ts'

/**
 * The breadcrumb of an address: each segment is capitalised and links to its screen. A segment without a screen is plain text, and the id of
 * a record is shown as its title.
 */
export function Breadcrumb({ screens }: { screens: AdminScreen[] }) {
  const { pathname } = useLocation()
  const title = useShownRecord()
  const { id } = screens.map(({ path }) => matchPath(path, pathname)?.params).find((params) => params?.id) ?? {}
  const segments = pathname.split('/').filter(Boolean)
  const steps = segments.map((segment, index) => ({
    label: decoded(segment) === id ? (title ?? '…') : capitalised(decoded(segment)),
    to: `/${segments.slice(0, index + 1).join('/')}`,
  }))
  const leads = (to: string) => to === '/admin' || screens.some(({ path }) => matchPath(path, to))
  return (
    <nav aria-label="Breadcrumb" className="pt-4 text-fine text-muted">
      <ol className="flex flex-wrap items-center gap-1">
        {steps.map(({ label, to }, index) => (
          <li key={to} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden="true" className="size-3 shrink-0" />}
            {leads(to) ? (
              <Link
                to={to}
                aria-current={index === steps.length - 1 ? 'page' : undefined}
                className="link-quiet max-w-[24ch] truncate hover:text-primary aria-[current]:text-ink"
              >
                {label}
              </Link>
            ) : (
              <span>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
