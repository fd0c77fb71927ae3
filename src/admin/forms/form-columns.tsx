import type { ReactNode } from 'react'
import { useReadOnly } from '#admin/session/permissions.ts'
import { classNames } from '#ui/class-names.ts'

/** Two columns: the text fields at the left, the settings at the right; on small screens the settings come below. */
export const FormColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
    <div className="grid gap-5">{main}</div>
    {/* As tall as the text, so that tabs stick all along it. */}
    <div className="self-stretch">{side}</div>
  </div>
)

/** A named group of a form's fields. */
export const FormPanel = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className="grid gap-5 rounded-control border border-line bg-raised p-4 sm:p-5">
    {title && <h2 className="-mb-1 text-h3">{title}</h2>}
    {children}
  </section>
)

/** Fields that read-only roles cannot change. Buttons for these roles belong outside of it. */
export const EditableFields = ({ className, children }: { className?: string; children: ReactNode }) => (
  <fieldset disabled={useReadOnly()} className={classNames('min-w-0', className)}>
    {children}
  </fieldset>
)
