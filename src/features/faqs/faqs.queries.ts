import { partQuery } from '#web/api-query.ts'
import type { Faq } from './faqs.contract.ts'

export const faqsQuery = () => partQuery<Faq[]>('/api/faqs')
