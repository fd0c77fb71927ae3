// Finds a Chromium for the browser tests, or installs one. Plain JavaScript that Node 20 understands.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

/** The headless shell has no window, and needs half of the processor time. Debian has it as a package. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]

const isDebianRoot = () => process.getuid?.() === 0 && works('/usr/bin/apt-get')

const aptGet = (...words) => spawnSync('apt-get', ['-qq', ...words], { stdio: ['ignore', 'ignore', 'inherit'] })

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
  return [...names, 'Google Chrome', 'Chromium'].flatMap((name) => places.map((place) => join(place, name))).find(works)
}

/**
 * Finds the headless shell, or installs it with the system's packages (on Debian-like systems, as root). Elsewhere another Chromium is taken, or
 * installed with Playwright.
 */
export function ensureChromium() {
  const found = findChromium()
  if (found && (process.env.CHROMIUM || basename(found) === shell || !isDebianRoot())) return found
  console.log('Installing Chromium for the browser tests (once) …')
  if (isDebianRoot()) {
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', shell)
    // Other systems with the same packages have the browser only.
    if (!findChromium()) aptGet('install', '-y', '--no-install-recommends', 'chromium')
  }
  const installed = findChromium()
  if (installed) return installed
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (status === 0) return undefined // Playwright finds its own.
  console.error(
    'No Chromium was found and none could be installed. Install one and run again, or set CHROMIUM to its path.',
  )
  process.exit(1)
}
