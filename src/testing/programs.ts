import { isPrepared } from '../../scripts/prepare.js'

const built = process.env['ATRIUM_DIST'] === undefined && isPrepared()

/**
 * The programs to start in a process of its own: those of the build, as they are deployed, which start in a fraction of the time, and their
 * source while there is no build of it.
 */
export const programs = built
  ? { server: 'dist/server/main.js', commandLine: 'dist/server/cli.js' }
  : { server: 'src/app/server/main.ts', commandLine: 'src/app/cli/cli.ts' }
