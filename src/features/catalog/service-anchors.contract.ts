import type { Service } from './catalog.contract.ts'

const anchorOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** A service and the ids by which links find it: its own, and that of its category if it is the first one in it. */
export type AnchoredService = { service: Service; id: string; alias?: string | undefined }

/** Gives each service ids that no other has. Home and the footer link to categories, whose services can be renamed. */
export function withAnchors(services: Service[]): AnchoredService[] {
  const taken = new Set<string>()
  const take = (id: string) => {
    if (id === '' || taken.has(id)) return undefined
    taken.add(id)
    return id
  }
  const named = services.map((service) => ({
    service,
    id: take(anchorOf(service.title)) ?? `service-${service._id}`,
  }))
  return named.map((entry) => ({ ...entry, alias: take(anchorOf(entry.service.category)) }))
}
