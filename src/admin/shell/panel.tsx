import { type ReactNode, useId } from 'react'

/** A named part of a screen. */
export function Panel({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-control border border-line bg-raised p-5">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      <p className="mt-1 mb-4 text-muted">{lead}</p>
      {children}
    </section>
  )
}
