import { isPrepared } from '../../scripts/prepare.js'

const built = process.env['ATRIUM_DIST'] === undefined && isPrepared()

/**
 * The programs for a separate process: those of the build, as deployed, which start faster, or their source if there is
 * no current build.
 */
export const programs = built
  ? { server: 'dist/server/main.js', commandLine: 'dist/server/cli.js' }
  : { server: 'src/app/server/main.ts', commandLine: 'src/app/cli/cli.ts' }
