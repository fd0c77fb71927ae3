import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'

/** The link from a record's page back to its list. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="link-quiet inline-flex items-center gap-2 text-small font-[560] text-primary print:hidden">
    <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={2} />
    {children}
  </Link>
)

/** Shares the page by its clean address; the boot script loads `public/share.js` for it. */
export const ShareButton = () => (
  <Button variant="secondary" data-share="/share.js" className="js-only ml-auto print:hidden">
    Share
  </Button>
)
