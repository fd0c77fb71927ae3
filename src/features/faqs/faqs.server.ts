import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { faq, faqInput } from './faqs.contract.ts'
import { faqs } from './faqs.table.ts'

export const faqEntity = orderedEntity(faqs, {
  label: 'FAQ',
  nameColumn: 'question',
  record: faq,
  input: faqInput,
  initial: { places: [] },
})
