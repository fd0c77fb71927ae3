import type { FormState } from '#admin/forms/form-resource.ts'
import { TitleArea } from '#admin/forms/growing-areas.tsx'
import { SlugField, useSlugOfTitle } from '#admin/forms/slug-field.tsx'
import type { StaffPost } from './blog.contract.ts'
import type { BlogValues } from './blog-resource.admin.tsx'

type PostTitleProps = {
  form: FormState<BlogValues, StaffPost>
  /** Moves the cursor to the text. */
  onDone: () => void
}

/** The title above the text, and the post's address below it. */
export function PostTitle({ form, onDone }: PostTitleProps) {
  const { record, field } = form
  const { write, offer } = useSlugOfTitle(form, { live: record?.published === true && record })
  return (
    <div>
      <TitleArea {...field('title')} onChange={write} onDone={onDone} />
      <SlugField form={form} under="/blog" offer={offer} />
    </div>
  )
}
