import { ServerPart } from '#web/server-part.tsx'

const load = () => import('./service-cases.tsx')
const onServer = import.meta.env.SSR ? await load() : undefined
export const UsedInCases = (of: { serviceId: string }) => <ServerPart load={load} onServer={onServer} of={of} />
