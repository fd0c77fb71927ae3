import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { hydrate, screens } from './fixtures.ts'

/** The site as a developer runs it: only the development build of React says where the client and the server differ. */
const test = base.extend<object, { development: string }>({
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the first argument as a pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'atrium-hydration-'))
      const port = Number(process.env['E2E_PORT'] ?? 4_173) + 2
      const site = spawn('node_modules/.bin/node', ['src/app/server/dev.ts'], {
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
      })
      const url = `http://localhost:${port}`
      await expect(async () => expect((await fetch(`${url}/readyz`)).ok).toBe(true)).toPass()
      await use(url)
      const ended = new Promise((resolve) => site.once('exit', resolve))
      site.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('the client hydrates every screen without a difference', { tag: '@all' }, async ({ page, development }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/hydrat|server rendered|did not match/i.test(message.text()))
      complaints.push(`${page.url()}: ${message.text().slice(0, 2_000)}`)
  })
  for (const { path, status } of screens) {
    if (status) continue
    await page.goto(development + path)
    // The development server may reload the first document when it has found the libraries.
    await expect(() => hydrate(page)).toPass()
  }
  expect(complaints).toEqual([])
})
