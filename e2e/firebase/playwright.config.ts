import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'
import { administrator, projectId } from './emulator.ts'

const root = resolve(import.meta.dirname, '../..')
const { E2E_PORT = '', E2E_DATA_DIR = '', EMULATOR_HOST = '', EMULATOR_SETTINGS = '' } = process.env
const node = resolve(root, 'node_modules/.bin/node')

/** The site with its accounts in the emulator of Firebase; `scripts/test-firebase.js` finds the ports. */
export default defineConfig({
  ...base,
  testDir: '.',
  testIgnore: [],
  outputDir: resolve(root, 'test-results/firebase'),
  // The only administrator is created once.
  fullyParallel: false,
  workers: 1,
  // Each test continues from the one before it.
  retries: 0,
  use: { ...base.use, baseURL: `http://localhost:${E2E_PORT}` },
  webServer: [
    {
      command: `${node} node_modules/firebase-tools/lib/bin/firebase.js emulators:start --only auth --project ${projectId} --config ${EMULATOR_SETTINGS}`,
      url: `http://${EMULATOR_HOST}/`,
      cwd: import.meta.dirname,
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      command: `${node} src/app/server/main.ts`,
      url: `http://localhost:${E2E_PORT}/readyz`,
      cwd: root,
      env: {
        PORT: E2E_PORT,
        DATA_DIR: E2E_DATA_DIR,
        RATE_LIMIT: 'false',
        ADMIN_EMAIL: administrator.email,
        IDENTITY: 'firebase',
        FIREBASE_PROJECT_ID: projectId,
        FIREBASE_API_KEY: 'any-key-will-do',
        FIREBASE_AUTH_EMULATOR_HOST: EMULATOR_HOST,
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
      stdout: 'pipe',
    },
  ],
})
