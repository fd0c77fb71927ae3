import { FormColumns, FormPanel } from '#admin/forms/form-columns.tsx'
import { Field } from '#admin/forms/form-field.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { ScheduleField } from '#admin/forms/schedule-field.tsx'
import type { CatalogKind } from './catalog-kinds.admin.tsx'
import { ServiceIcon } from './service-icon.part.tsx'

/** The form of products and services. */
export const CatalogForm = ({ kind }: { kind: CatalogKind }) => (
  <ResourceForm resource={kind}>
    {(form) => (
      <FormColumns
        main={
          <FormPanel>
            <Field form={form} name={kind.nameField} />
            <Field form={form} name="description" />
            <Field form={form} name="features" />
          </FormPanel>
        }
        side={
          <FormPanel>
            <Field form={form} name="category" />
            {form.fields.icon && (
              <div className="flex items-end gap-3">
                <Field form={form} name="icon" className="flex-1" />
                <span className="grid size-control place-items-center rounded-control bg-primary-soft text-primary">
                  <ServiceIcon name={form.values.icon ?? ''} className="size-5" />
                </span>
              </div>
            )}
            <Field form={form} name="active" />
            {form.values.active && <ScheduleField values={form.values} set={form.set} errorAt={form.errorAt} />}
          </FormPanel>
        }
      />
    )}
  </ResourceForm>
)
