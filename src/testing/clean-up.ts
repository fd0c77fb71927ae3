import { afterAll } from 'vitest'
import { removeLeftovers } from './test-database.ts'

afterAll(removeLeftovers)
