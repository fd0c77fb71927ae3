import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="link-quiet inline-flex items-center gap-2 text-small font-[560] text-primary print:hidden">
    <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={2} />
    {children}
  </Link>
)

const quiet = 'js-only link-quiet font-[560] text-primary pointer-coarse:-my-2.5 pointer-coarse:py-2.5'

/** Passes the page on: on paper, or by its clean address. The boot script handles both, and loads `public/share.js` for the second. */
export const PassOn = ({ className }: { className?: string }) => (
  <div className={classNames('flex flex-wrap gap-x-5 text-small', className)}>
    <button type="button" data-print className={quiet}>
      Print / PDF
    </button>
    <button type="button" data-press="/share.js" className={quiet}>
      Share
    </button>
  </div>
)
