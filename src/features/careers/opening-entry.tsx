import type { ReactNode } from 'react'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { formatDate } from '#ui/date.tsx'
import type { PreviewedOpening } from './openings.contract.ts'

type OpeningEntryProps = {
  of: PreviewedOpening['opening']
  /** The form, while visitors can apply. */
  form?: ReactNode
}

export function OpeningEntry({ of, form }: OpeningEntryProps) {
  const { title, place, kind, descriptionHtml, postedOn, closesOn } = of
  return (
    <div className="grid gap-x-12 gap-y-5 py-10 lg:grid-cols-12 lg:py-14">
      <div className="min-w-0 lg:col-span-4">
        <h2 dir="auto" className="text-h2 wrap-anywhere">
          {title}
        </h2>
        <p className="mt-2 text-small text-muted wrap-anywhere">
          {`${place}\u00a0· ${kind}`}
          <span className="block">
            Posted <time dateTime={postedOn}>{formatDate(postedOn)}</time>
          </span>
          <span className="block">
            Open until <time dateTime={closesOn}>{formatDate(closesOn)}</time>
          </span>
        </p>
      </div>
      <div className="min-w-0 lg:col-span-8">
        <RenderedContent html={descriptionHtml} className="wrap-anywhere" />
        {form ?? (
          <p className="mt-7 text-small text-muted">The application form is here once the position is public.</p>
        )}
      </div>
    </div>
  )
}
