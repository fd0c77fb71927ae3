import { Field } from '#admin/forms/form-field.tsx'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import type { StoredRecord } from '#admin/forms/use-resource-form.ts'
import { type PageValues, pages } from './page-resource.admin.ts'
import type { Page } from './pages.contract.ts'

export default function PageFormScreen() {
  return (
    <ResourceForm<PageValues, StoredRecord & Page> resource={pages} mixed>
      {(form) => (
        <FormPanel>
          <Field form={form} name="title" />
          <Field form={form} name="path" />
          <Field form={form} name="listed" />
          <Field form={form} name="active" />
        </FormPanel>
      )}
    </ResourceForm>
  )
}
