import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.js'
import { siteEnvironment } from './scripts/e2e-site.js'

/**
 * Chromium's own address bar loads two pages for each window, which took half of the processor time of a short test. The switch replaces that of
 * Playwright, so what it turns off is repeated as far as it concerns a test.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Each would start more processes: one in advance, and one for each sandboxed frame.
  'SpareRendererForSitePerProcess',
  'IsolateSandboxedIframes',
]

/** Where the site keeps its data; the tests, which run in processes of their own, read its letters there. */
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'atrium-e2e-'))
const port = Number(process.env['E2E_PORT'] ?? 4173)

/** The real site with its sample content, on a data folder of its own, seen by a real Chromium. */
const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testIgnore: ['firebase/**', 'lighthouse/**'],
  // `npm test` leaves out what has this tag. Tests that a developer starts by name run in any case.
  ...(process.env['TEST_ALL'] === 'false' && { grepInvert: /@all\b/ }),
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Half of a test is waiting. On a busy machine the run takes longer; the time limits leave room for that.
  workers: availableParallelism() + 1,
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording a trace costs a quarter of the processor time.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A visit compiles the scripts again when it gets a new process.
        '--process-per-site',
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
  },
  webServer: {
    // As deployed: its worker processes start in a fifth of the time that their source needs.
    command: 'node_modules/.bin/node dist/server/main.js',
    url: `http://localhost:${port}/readyz`,
    env: siteEnvironment(port, process.env['E2E_DATA_DIR']),
    timeout: 120_000,
    reuseExistingServer: Boolean(process.env['E2E_REUSE']),
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    stdout: 'pipe',
  },
})
