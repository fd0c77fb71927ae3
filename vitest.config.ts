import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** What runs without a database runs once; everything else on both. */
const withoutDatabase = [
  'src/**/*.unit.test.{ts,tsx}',
  'src/app/web/**/*.test.{ts,tsx}',
  'src/{admin,content,contract,mail,site,ui,web}/**/*.test.{ts,tsx}',
]
const setupFiles = ['src/testing/quiet-console.ts', 'src/testing/property-seed.ts']
const withDatabase = {
  include: ['src/{app,features,media,server}/**/*.test.ts'],
  exclude: withoutDatabase,
  setupFiles: [...setupFiles, 'src/testing/clean-up.ts'],
}

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Most of a test is waiting.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'unit', include: withoutDatabase, setupFiles } },
      { test: { name: 'sqlite', ...withDatabase, globalSetup: ['src/testing/sqlite-setup.ts'] } },
      { test: { name: 'postgres', ...withDatabase, globalSetup: ['src/testing/postgres-setup.ts'] } },
    ],
  },
})
