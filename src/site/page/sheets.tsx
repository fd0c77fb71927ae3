import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { LogoMark } from '#ui/logo.tsx'
import { useCompany } from '#web/company-context.tsx'

type SheetsProps = {
  title: string
  lead: string
  /** Sheets that lie on their long side. */
  landscape?: boolean
  className?: string
  children: ReactNode
}

/** Sheets of A4 to print or to save, below a bar that is not printed. */
export const Sheets = ({ title, lead, landscape = false, className, children }: SheetsProps) => (
  <>
    {/* The sheets have their own margins, heads and feet. */}
    <style>{`@page{${landscape ? 'size:A4 landscape;' : ''}margin:0;@bottom-left{content:none}@bottom-right{content:none}}`}</style>
    <div className={classNames('sheets', landscape && 'landscape', className)}>
      <header className="sheets-bar">
        <h1>{title}</h1>
        <p>{lead}</p>
        <Button variant="secondary" data-print className="js-only">
          Print / PDF
        </Button>
      </header>
      {children}
    </div>
  </>
)

type SheetProps = { label: string; foot: string; end: string; children: ReactNode }

/** One sheet with the brand at its head. @param foot at the left of its foot; @param end at the right */
export function Sheet({ label, foot, end, children }: SheetProps) {
  const { brand, tagline } = useCompany()
  return (
    <section className="sheet" aria-label={label}>
      <header>
        <LogoMark className="size-8 text-primary" />
        <strong dir="auto" className="sheet-brand">
          {brand}
        </strong>
        <span>{tagline}</span>
      </header>
      <div>{children}</div>
      <footer>
        <span>{foot}</span>
        <span>{end}</span>
      </footer>
    </section>
  )
}
