import { Field } from '#admin/forms/form-field.tsx'
import { EditableFields, FormPanel } from '#admin/forms/form-layout.tsx'
import type { FormState } from '#admin/forms/form-resource.ts'
import { ResourceForm } from '#admin/forms/resource-form.tsx'
import { RichField } from '#admin/forms/rich-field.tsx'
import { Schedule } from '#admin/forms/schedule-field.tsx'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import type { StoredRecord } from '#admin/forms/use-resource-form.ts'
import { PreviewedForm, RefusedText } from '#admin/preview/form-preview.tsx'
import { useRenderedContent } from '#admin/preview/rendered.tsx'
import { useToday } from '#admin/time.tsx'
import { OpeningArticle } from './opening-article.tsx'
import { type OpeningValues, openings } from './opening-resource.admin.ts'
import type { Opening } from './openings.contract.ts'

export default function OpeningFormScreen() {
  return (
    <ResourceForm<OpeningValues, StoredRecord & Opening> resource={openings} mixed>
      {(form) => (
        <PreviewedForm
          main={(toggle) => (
            <>
              <EditableFields>
                <FormPanel>
                  <TitleField form={form} />
                  <RichField form={form} name="description" />
                </FormPanel>
              </EditableFields>
              <div className="flex justify-end">{toggle}</div>
            </>
          )}
          settings={
            <EditableFields>
              <FormPanel>
                <Field form={form} name="place" />
                <Field form={form} name="kind" />
                <Field form={form} name="closesOn" />
                <Field form={form} name="active" />
                <Schedule form={form} />
              </FormPanel>
            </EditableFields>
          }
          page={<OpeningPreview values={form.values} />}
        />
      )}
    </ResourceForm>
  )
}

function TitleField({ form }: { form: FormState<OpeningValues, Opening> }) {
  const { write, offer } = useSlugOfTitle(form, { live: form.record?.active === true && form.record })
  return (
    <div>
      <Field form={form} name="title" onChange={write} />
      <SlugField form={form} under="/careers" offer={offer} />
    </div>
  )
}

/** The opening as its page will show it. */
function OpeningPreview({ values }: { values: OpeningValues }) {
  const { title, place, kind, description, closesOn } = values
  const { rendered, refused } = useRenderedContent(description, 1)
  const today = useToday()
  return (
    <>
      {refused && <RefusedText>{refused}</RefusedText>}
      <OpeningArticle
        of={{
          _id: '',
          slug: '',
          title: title || 'Untitled',
          place: place || 'Location',
          kind: kind as Opening['kind'],
          descriptionHtml: rendered?.html ?? '',
          closesOn: closesOn || today,
          postedOn: today,
        }}
      />
    </>
  )
}
