// `npm run e2e -- blog`: the browser tests whose file name contains a word. With `npm run e2e -- --serve` in another terminal they use that site,
// and begin at once. Plain JavaScript that Node 20 understands.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.js'
import { siteEnvironment } from './e2e-site.js'
import { buildIfNeeded, installApart, installIfNeeded, lighthouse, pinnedNode, root, run } from './prepare.js'

const port = Number(process.env.E2E_PORT ?? 4173)
const kept = join(root, 'data', 'e2e')
const words = process.argv.slice(2)

installIfNeeded()
buildIfNeeded()
if (words[0] === '--serve') {
  rmSync(kept, { recursive: true, force: true })
  mkdirSync(kept, { recursive: true })
  run(pinnedNode, ['--watch', '--watch-preserve-output', 'src/app/server/main.ts'], {
    env: { ...process.env, ...siteEnvironment(port, kept) },
  })
} else {
  const CHROMIUM = ensureChromium()
  if (words.includes('lighthouse')) installApart(lighthouse, 'Lighthouse')
  const runs = await fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
  const E2E_DATA_DIR = runs ? kept : mkdtempSync(join(tmpdir(), 'atrium-e2e-'))
  run(pinnedNode, ['node_modules/@playwright/test/cli.js', 'test', ...words], {
    env: { ...process.env, ...(CHROMIUM && { CHROMIUM }), E2E_DATA_DIR, ...(runs && { E2E_REUSE: 'true' }) },
  })
}
