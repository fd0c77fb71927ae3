import { Checkbox } from '#admin/forms/checkbox.tsx'
import { FormColumns, FormPanel } from '#admin/forms/form-columns.tsx'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { StringListField } from '#admin/forms/string-list-field.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { type StaffProduct, type StaffService, serviceIcons } from './catalog.contract.ts'
import type { CatalogKind } from './catalog-kinds.admin.tsx'
import { ServiceIcon } from './service-icon.tsx'

/** The form of either kind. */
export function CatalogForm<Stored extends StaffProduct | StaffService>({ kind }: { kind: CatalogKind<Stored> }) {
  const { nameField, nameLabel, categories, hasIcon, one } = kind
  return (
    <ResourceForm resource={kind}>
      {({ field, values, set, errorAt }) => (
        <FormColumns
          main={
            <FormPanel>
              <TextInput label={nameLabel} required {...field(nameField)} />
              <TextArea label="Description" rows={4} required {...field('description')} />
              <StringListField
                label="Features"
                one="Feature"
                value={values.features}
                onChange={(rows) => set('features', rows)}
                error={errorAt('features')}
                errors={values.features.map((_, index) => errorAt(`features.${index}`))}
              />
            </FormPanel>
          }
          side={
            <FormPanel>
              <Select label="Category" required {...field('category')}>
                <option value="">Select a category</option>
                {categories.map((category) => (
                  <option key={category}>{category}</option>
                ))}
              </Select>
              {hasIcon && (
                <div className="flex items-end gap-3">
                  <Select label="Icon" required className="flex-1" {...field('icon')}>
                    {serviceIcons.map((icon) => (
                      <option key={icon}>{icon}</option>
                    ))}
                  </Select>
                  <span className="grid size-control place-items-center rounded-control bg-primary-soft text-primary">
                    <ServiceIcon name={values.icon ?? ''} className="size-5" />
                  </span>
                </div>
              )}
              <Checkbox label="Active" hint={`Visitors see an active ${one}.`} {...field('active')} />
            </FormPanel>
          }
        />
      )}
    </ResourceForm>
  )
}
