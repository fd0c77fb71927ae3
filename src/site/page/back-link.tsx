import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="link-quiet inline-flex items-center gap-2 text-small font-[560] text-primary print:hidden">
    <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={2} />
    {children}
  </Link>
)

/** Opens the sheet for printing, in which a browser also saves a PDF. */
export const DocumentButton = () => (
  <Button variant="secondary" data-print className="js-only">
    As a document
  </Button>
)

/** Passes the page on: on paper, or by its clean address. The boot script handles both, and loads `public/share.js` for the second. */
export const PassOn = ({ className }: { className?: string }) => (
  <div className={classNames('flex flex-wrap gap-3', className)}>
    <DocumentButton />
    <Button variant="secondary" data-share="/share.js" className="js-only">
      Share
    </Button>
  </div>
)
