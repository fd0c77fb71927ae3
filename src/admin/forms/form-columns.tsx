import type { ReactNode } from 'react'

/** Two columns: the text fields at the left, the settings at the right; on small screens the settings come below. */
export const FormColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
    <div className="grid gap-5">{main}</div>
    <div className="grid gap-5">{side}</div>
  </div>
)

/** A named group of a form's fields. */
export const FormPanel = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="grid gap-5 rounded-control border border-line bg-raised p-4 sm:p-5">
    {title && <h2 className="-mb-1 text-h3">{title}</h2>}
    {children}
  </section>
)
