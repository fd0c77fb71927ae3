import { partQuery } from '#web/part-query.ts'
import type { Question } from './questions.contract.ts'

export const questionsQuery = () => partQuery<Question[]>('/api/questions')
