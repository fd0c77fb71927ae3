// `npm run test:firebase`: the back office with IDENTITY=firebase, in a browser, against Firebase's own emulator. The emulator is large,
// so it is a separate package that only this command installs. Plain JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.js'
import { buildIfNeeded, installApart, installIfNeeded, pinnedNode, root } from './prepare.js'

const folder = join(root, 'e2e', 'firebase')

installIfNeeded()
const chromium = ensureChromium()
buildIfNeeded()
installApart(folder, "Firebase's emulator")

const scratch = mkdtempSync(join(tmpdir(), 'atrium-firebase-'))
try {
  const [auth, hub, logging, site] = await freePorts(4)
  const at = (port) => ({ host: '127.0.0.1', port })
  const emulators = {
    auth: at(auth),
    hub: at(hub),
    logging: at(logging),
    ui: { enabled: false },
    singleProjectMode: true,
  }
  const settings = join(scratch, 'firebase.json')
  writeFileSync(settings, JSON.stringify({ emulators }))
  const env = {
    ...process.env,
    ...(chromium ? { CHROMIUM: chromium } : {}),
    E2E_PORT: String(site),
    E2E_DATA_DIR: join(scratch, 'data'),
    EMULATOR_HOST: `127.0.0.1:${auth}`,
    EMULATOR_SETTINGS: settings,
  }
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/firebase/playwright.config.ts',
    ...process.argv.slice(2),
  ]
  const { status } = spawnSync(pinnedNode, command, { stdio: 'inherit', env })
  process.exitCode = status ?? 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Ports that are free now, found together so that none is found twice. */
async function freePorts(count) {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => probe.address().port)
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')))
  return ports
}
