import type { ReactNode } from 'react'
import { useRouter } from '#ui/router.ts'
import { SkipLink, useFocusOnNavigation } from '#web/page-frame.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/**
 * The frame of every public page: skip link, navigation, page and footer.
 * @param newsletter the sign-up form, which belongs to a feature and is handed in by the application; the newsletter's own page has one already, and who chooses what to get needs none
 */
export function SiteLayout({ newsletter, children }: { newsletter: ReactNode; children: ReactNode }) {
  useFocusOnNavigation('main')
  const { pathname } = useRouter().location
  return (
    <>
      <SkipLink to="main" />
      <SiteHeader />
      <main id="main" tabIndex={-1} className="min-h-[70svh] pt-20">
        {children}
      </main>
      <SiteFooter newsletter={!/^\/newsletter(\/preferences)?$/.test(pathname) && newsletter} />
    </>
  )
}
