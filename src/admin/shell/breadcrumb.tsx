import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { capitalised } from '#admin/format.ts'
import { createStore, useStore } from '#admin/hooks.ts'
import { decoded } from '#contract/addresses.ts'
import { Link } from '#ui/link.tsx'
import { type AdminScreen, screenAt } from './screen.tsx'

/**
 * The breadcrumb of an address. The id of a record is shown as its title. A segment without a screen is the one that the present screen is a part of,
 * or plain text.
 */
export function Breadcrumb({ screens }: { screens: AdminScreen[] }) {
  const { pathname } = useLocation()
  const title = useShownRecord()
  const { id } = screens.map(({ path }) => matchPath(path, pathname)?.params).find((params) => params?.['id']) ?? {}
  const segments = pathname.split('/').filter(Boolean)
  const labelOf = (segment: string, to: string) => {
    // A screen that the role may not open is not among the screens.
    if (segment === id || recordId.test(segment)) return title ?? '…'
    // A new record has a title once it is saved, while the form stays at its address.
    if (segment === 'new' && to === pathname) return title ?? 'New'
    const { nav, partOf, title: own } = screens.find(({ path }) => path === to) ?? {}
    return nav?.label ?? (partOf === undefined ? undefined : own) ?? inWords(segment)
  }
  const isSaved = title !== undefined && segments.at(-1) === 'new'
  const leads = (to: string) => to === '/admin' || screens.some(({ path }) => matchPath(path, to))
  const partOf = screenAt(screens, pathname)?.partOf
  const above = screens.find(({ path }) => path === partOf)
  const steps = segments.map((segment, index) => {
    const to = `/${segments.slice(0, index + 1).join('/')}`
    if (above && !leads(to)) return { label: above.nav?.label ?? above.title, to: above.path }
    return { label: labelOf(decoded(segment), to), to }
  })
  // Two segments without a screen are parts of the same one.
  const shownSteps = steps.filter(({ to }, index) => to !== steps[index - 1]?.to)
  return (
    <nav aria-label="Breadcrumb" className="pt-4 text-fine text-muted">
      <ol className="flex flex-wrap items-center gap-1">
        {shownSteps.map(({ label, to }, index) => (
          <li key={to} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden="true" className="size-3 shrink-0" />}
            {leads(to) && !(isSaved && index === shownSteps.length - 1) ? (
              <Link
                to={to}
                aria-current={index === shownSteps.length - 1 ? 'page' : undefined}
                dir="auto"
                className="link-quiet max-w-[24ch] truncate hover:text-primary aria-[current]:text-ink"
              >
                {label}
              </Link>
            ) : (
              <span dir="auto" className="max-w-[24ch] truncate">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const recordId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** 'Saved replies' for `savedReplies` and `saved-replies`. */
const inWords = (segment: string) =>
  capitalised(segment.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' '))

const shown = createStore<string | undefined>(undefined)

/** Says which record the screen shows; the breadcrumb has its title in place of its id. */
export function useRecordTitle(title: string | undefined) {
  useEffect(() => {
    shown.set(title)
    return () => shown.set(undefined)
  }, [title])
}

export const useShownRecord = () => useStore(shown)
