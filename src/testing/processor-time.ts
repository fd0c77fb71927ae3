/**
 * The processor time that the process has used since the call before, in milliseconds: other work on the machine does not count.
 * @param since what `process.cpuUsage()` returned then
 */
export function processorTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}
