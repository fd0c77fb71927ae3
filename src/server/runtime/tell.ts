import { hostname } from 'node:os'

/** The levels of the log. */
const levels = { info: 30, warn: 40 }

/** Whether a person watches the output. Otherwise a program reads it. */
export const isWatched = (): boolean => process.stdout.isTTY === true && process.env['NODE_ENV'] !== 'production'

/** Prints lines for the operator at any `LOG_LEVEL`: as text where a person watches, otherwise each as a line of the log. */
export function tell(lines: string[], level: keyof typeof levels = 'info'): void {
  if (!isWatched()) for (const line of lines) console.log(JSON.stringify(asLogged(line, level)))
  else if (level === 'warn') for (const line of lines) console.warn(`Warning: ${line}`)
  else console.log(`\n  ${lines.join('\n  ')}\n`)
}

/** As the server's logger writes it. */
const asLogged = (msg: string, level: keyof typeof levels) => ({
  level: levels[level],
  time: Date.now(),
  pid: process.pid,
  hostname: hostname(),
  msg,
})
