import { delimiter } from 'node:path'
import { isPrepared } from '../scripts/prepare.js'
import { freePort } from '../src/testing/free-port.ts'
import { type Measurement, median } from './lib/figures.ts'
import { complete, deployed, start, temporaryFolder, untilAnswers } from './lib/processes.ts'

const times = 5
/** The Node that runs npm is the machine's own, while programs that npm runs find the pinned one first. */
const machine = { node: process.env['npm_node_execpath'] ?? process.execPath, npm: process.env['npm_execpath'] ?? '' }
/** For only the server, in milliseconds. */
const budget = 500

/** The time of a built site until its first page, compared to an idle Node. */
export async function* measure(): Measurement {
  const folder = await temporaryFolder()
  // Without the folders that npm has put before those of the machine.
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(delimiter)
  const untilFirstPage = async (command: string, args: string[]) => {
    const port = await freePort()
    const began = performance.now()
    const site = start(command, args, {
      ...deployed.env,
      PATH: path,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder.path,
    })
    await untilAnswers(`http://127.0.0.1:${port}/`, site)
    const time = performance.now() - began
    await site.stop()
    return time
  }
  const untilEnd = async (node: string) => {
    const began = performance.now()
    await complete(node, ['-e', '0'])
    return performance.now() - began
  }
  const server = () => untilFirstPage(process.execPath, deployed.args)
  const npm = () => untilFirstPage(machine.node, [machine.npm, 'start', '--silent'])

  // The first start loads the sample content and fills the compile cache.
  await server()
  const servers: number[] = []
  const nodes: number[] = []
  const npms: number[] = []
  const machineNodes: number[] = []
  const hindrance =
    machine.npm === ''
      ? 'npm does not run this'
      : isPrepared()
        ? ''
        : 'the packages or the build are not those of the source'
  for (let count = 0; count < times; count++) {
    nodes.push(await untilEnd(process.execPath))
    servers.push(await server())
    if (hindrance) continue
    machineNodes.push(await untilEnd(machine.node))
    npms.push(await npm())
  }
  await folder.remove()
  const first = 'until the first page'
  const alone = { what: `server, ${first}`, measured: median(servers), unit: 'ms' } as const
  yield { ...alone, reference: { what: 'the budget', value: budget }, promise: 'start of the server' }
  yield { ...alone, reference: { what: 'node -e 0', value: median(nodes) } }
  if (hindrance) return yield { what: `npm start, ${first}`, skipped: hindrance }
  const reference = { what: "node -e 0 of npm's Node", value: median(machineNodes) }
  yield { what: `npm start, ${first}`, measured: median(npms), unit: 'ms', reference, promise: 'start with npm' }
}
