import { partQuery } from '#web/api-query.ts'
import type { Question } from './questions.contract.ts'

export const questionsQuery = () => partQuery<Question[]>('/api/questions')
