import { afterAll } from 'vitest'
import { forgetFailedRecords } from '#server/database/each-record.ts'
import { removeLeftovers } from './test-database.ts'

afterAll(async () => {
  forgetFailedRecords()
  await removeLeftovers()
})
