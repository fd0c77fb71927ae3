import { custom } from '#admin/fields/fields.ts'

/** The fields of a form whose record can have its own search result and link preview. */
export const appearanceFields = {
  seoTitle: custom('Search title'),
  seoDescription: custom('Search description'),
  socialImage: custom('Preview picture'),
}
