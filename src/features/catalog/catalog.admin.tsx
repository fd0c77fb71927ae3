import { choice, flag, rows, scheduleFields, text, textArea } from '#admin/fields/fields.ts'
import { Field } from '#admin/forms/form-field.tsx'
import { FormColumns, FormPanel } from '#admin/forms/form-layout.tsx'
import { type FormResource, namesOf } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { Schedule } from '#admin/forms/schedule-field.tsx'
import { OrderedList, type OrderedResource } from '#admin/lists/ordered-list.tsx'
import {
  type Product,
  productCategories,
  productInput,
  type Service,
  serviceCategories,
  serviceIcons,
  serviceInput,
} from './catalog.contract.ts'
import { ServiceIcon } from './service-icon.part.tsx'

/** The form's values of both kinds: a product has a name, a service a title and an icon. */
type CatalogValues = {
  name?: string
  title?: string
  icon?: string
  category: string
  description: string
  features: string[]
  active: boolean
  publishAt: string
  unpublishAt: string
}

type CatalogKind = FormResource<CatalogValues> &
  OrderedResource & {
    nameField: 'name' | 'title'
  }

const sharedFields = (one: string, categories: readonly string[]) => ({
  category: choice('Category', categories),
  description: textArea('Description', { attributes: { rows: 4 } }),
  features: rows('Features', 'Feature'),
  active: flag('Active', { initial: true, hint: `Visitors see only active ${one}s.` }),
  ...scheduleFields,
})

const productKind: CatalogKind = {
  ...namesOf('product'),
  heading: 'Product',
  newTitle: 'Create New Product',
  copies: true,
  nameField: 'name',
  contract: productInput,
  fields: { name: text('Product Name'), ...sharedFields('product', productCategories) },
}

const serviceKind: CatalogKind = {
  ...namesOf('service'),
  heading: 'Service',
  newTitle: 'Create New Service',
  copies: true,
  nameField: 'title',
  contract: serviceInput,
  fields: {
    title: text('Service Title'),
    icon: choice('Icon', serviceIcons, 'Code'),
    ...sharedFields('service', serviceCategories),
  },
}

/** The list of products or services; services show their icon. */
const CatalogList = ({ kind }: { kind: CatalogKind }) => (
  <OrderedList<Product | Service>
    resource={kind}
    nameOf={(item) => ('name' in item ? item.name : item.title)}
    detailOf={({ category }) => category}
    lead={(item) =>
      'icon' in item && <ServiceIcon name={item.icon} className="mr-2 size-5 shrink-0 text-primary max-sm:hidden" />
    }
  />
)

const CatalogForm = ({ kind }: { kind: CatalogKind }) => (
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
            <Schedule form={form} />
          </FormPanel>
        }
      />
    )}
  </ResourceForm>
)

export const products = {
  List: () => <CatalogList kind={productKind} />,
  Form: () => <CatalogForm kind={productKind} />,
}

export const services = {
  List: () => <CatalogList kind={serviceKind} />,
  Form: () => <CatalogForm kind={serviceKind} />,
}
