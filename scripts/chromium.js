// Finds a Chromium for the browser tests, or installs one. Plain JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The headless shell has no window, and needs half of the processor time. Debian has it as a package. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]

const works = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a Chromium on this machine, or undefined. `CHROMIUM` names another one. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const candidates = places.flatMap((place) => [...names, 'Google Chrome', 'Chromium'].map((name) => join(place, name)))
  return candidates.find(works)
}

/** Finds Chromium; otherwise installs it with the system's packages (on Debian-like systems, as root) or with Playwright. */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  console.log('Installing Chromium for the browser tests (once) …')
  const install = ['install', '-y', '-qq', '--no-install-recommends']
  const attempts = [
    ['apt-get', ['update', '-qq']],
    ['apt-get', [...install, shell]],
    // Other systems with the same packages have the browser only.
    ['apt-get', [...install, 'chromium']],
  ]
  if (process.getuid?.() === 0)
    for (const [command, args] of attempts)
      if (!findChromium()) spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const installed = findChromium()
  if (installed) return installed
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (status === 0) return undefined // Playwright finds its own.
  console.error(
    'No Chromium was found and none could be installed. Install one and run again, or set CHROMIUM to its path.',
  )
  process.exit(1)
}
