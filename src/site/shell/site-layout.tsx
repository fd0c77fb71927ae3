import type { ReactNode } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { SkipLink, useFocusOnNavigation } from '#web/page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/**
 * The frame of every public page: skip link, navigation, page and footer.
 * @param newsletter the sign-up form, which belongs to a feature and is handed in by the route table
 * @param children replaces the route's page, as an error screen does
 */
export function SiteLayout({ newsletter, children = <Outlet /> }: { newsletter: ReactNode; children?: ReactNode }) {
  useFocusOnNavigation('main')
  return (
    <>
      <SkipLink to="main" />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="min-h-[70svh] pt-20">
        {children}
      </main>
      <SiteFooter newsletter={newsletter} />
      <ScrollRestoration />
    </>
  )
}
