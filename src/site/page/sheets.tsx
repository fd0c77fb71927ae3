import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { LogoMark } from '#ui/logo.tsx'
import { useCompany } from '#web/company-context.tsx'

type SheetsProps = {
  title: string
  lead: string
  /** Sheets that lie on their long side; or whose content goes on to further ones, with the margins and feet of other pages. */
  kind?: 'landscape' | 'flowing'
  className?: string
  /** Further buttons of the bar. */
  actions?: ReactNode
  children: ReactNode
}

/** The frames of the site and of the back office are not printed. In the markup, so that no other page has these rules. */
const frames = '@media print{header:not(.sheet>header){display:none}#main,:has(>#main){max-width:none;padding:0}}'
const margins = {
  portrait: '@page{margin:0;@bottom-left{content:none}@bottom-right{content:none}}',
  landscape: '@page{size:A4 landscape;margin:0;@bottom-left{content:none}@bottom-right{content:none}}',
  flowing: '',
}

/** Sheets of A4 to print or to save, below a bar that is not printed. */
export const Sheets = ({ title, lead, kind, className, actions, children }: SheetsProps) => (
  <>
    <style>{`${margins[kind ?? 'portrait']}${frames}`}</style>
    <div className={classNames('sheets', kind, className)}>
      <header className="sheets-bar">
        <h1>{title}</h1>
        <p>{lead}</p>
        <div>
          {actions}
          <Button variant="secondary" data-print className="js-only">
            Print / PDF
          </Button>
        </div>
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
