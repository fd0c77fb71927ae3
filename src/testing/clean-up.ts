import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterAll } from 'vitest'
import { forgetFailedRecords } from '#server/database/each-record.ts'
import { removeLeftovers } from './test-database.ts'

// Tests use all of the machine, so a program that steps back for them, as a backup does for visitors, would hardly run.
os.setPriority = () => {}
syncBuiltinESMExports()

afterAll(async () => {
  forgetFailedRecords()
  await removeLeftovers()
})
