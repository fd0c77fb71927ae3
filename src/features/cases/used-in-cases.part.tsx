import { ServerPart } from '#web/server-part.tsx'

const load = () => import('./service-cases.tsx')
const onServer = import.meta.env.SSR ? await load() : undefined

/** Links from a service to the case studies that used it. */
export const UsedInCases = (of: { serviceId: string }) => <ServerPart load={load} onServer={onServer} of={of} />
