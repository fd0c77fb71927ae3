import { isPrepared } from '../scripts/prepare.js'
import { freePort } from '../src/testing/free-port.ts'
import { type Measurement, median } from './lib/figures.ts'
import { complete, deployed, start, temporaryFolder, untilAnswers } from './lib/processes.ts'

const times = 5
/** For the server alone, in milliseconds. */
const budget = 500

/** How long a site that has been built takes until its first page, beside a Node that does nothing. */
export async function* measure(): Measurement {
  const folder = await temporaryFolder()
  const untilFirstPage = async (command: string, args: string[]) => {
    const port = await freePort()
    const began = performance.now()
    const site = start(command, args, {
      ...deployed.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder.path,
    })
    await untilAnswers(`http://127.0.0.1:${port}/`, site)
    const time = performance.now() - began
    await site.stop()
    return time
  }
  const untilEnd = async () => {
    const began = performance.now()
    await complete(process.execPath, ['-e', '0'])
    return performance.now() - began
  }
  const server = () => untilFirstPage(process.execPath, deployed.args)
  const npm = () => untilFirstPage('npm', ['start', '--silent'])

  // The first start loads the sample content and fills the compile cache.
  await server()
  const [servers, npms, nodes]: [number[], number[], number[]] = [[], [], []]
  for (let count = 0; count < times; count++) {
    nodes.push(await untilEnd())
    servers.push(await server())
    if (isPrepared()) npms.push(await npm())
  }
  await folder.remove()
  const beside = { what: 'node -e 0', value: median(nodes) }
  const first = 'until the first page'
  const alone = { what: `server, ${first}`, measured: median(servers), unit: 'ms' } as const
  yield { ...alone, beside: { what: 'the budget', value: budget }, promise: 'start of the server' }
  yield { ...alone, beside }
  if (npms.length > 0)
    yield { what: `npm start, ${first}`, measured: median(npms), unit: 'ms', beside, promise: 'start with npm' }
  else yield { what: `npm start, ${first}`, skipped: 'the packages or the build are not those of the source' }
}
