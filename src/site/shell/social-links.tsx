import type { ReactNode } from 'react'
import type { Company } from '#contract/company.ts'
import { useCompany } from '#web/company-context.tsx'

type Network = keyof Company['social']

/** The network's icons, drawn on a grid of 24 with the same stroke. */
const signs: Record<Network, { name: string; drawing: ReactNode }> = {
  linkedin: {
    name: 'LinkedIn',
    drawing: <path d="M4 4h16v16H4zM8 11v5M8 8v.01M12 16v-5m0 2.2c.6-2.6 4-2.8 4 .2V16" />,
  },
  github: {
    name: 'GitHub',
    drawing: (
      <path d="M9 20v-3.2c-3.2-.6-4.5-2.6-4.5-5.3 0-1.5.4-2.7 1.2-3.6-.3-1.2-.2-2.4.2-3.4 1.2 0 2.4.6 3.3 1.3a11 11 0 0 1 5.6 0c.9-.7 2.1-1.3 3.3-1.3.4 1 .5 2.2.2 3.4.8.9 1.2 2.1 1.2 3.6 0 2.7-1.3 4.7-4.5 5.3V20M9 18.4c-2.4.6-3.2-.8-4.4-1.6" />
    ),
  },
  x: { name: 'X', drawing: <path d="m5 4 14 16M18.5 4.5 5.5 19.5" /> },
  youtube: {
    name: 'YouTube',
    drawing: (
      <path d="M3 8.5a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3zM10.3 9.200v5.600l4.7-2.800z" />
    ),
  },
  instagram: {
    name: 'Instagram',
    drawing: (
      <path d="M4 8a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M16.8 7.200v.01" />
    ),
  },
  facebook: { name: 'Facebook', drawing: <path d="M4 4h16v16H4zM13 20v-8.500a2 2 0 0 1 2-2h1.500M10.5 13h5" /> },
}

/** Links to the networks that the company has an address on; renders nothing if there are none. */
export function SocialLinks() {
  const { social } = useCompany()
  const networks = (Object.keys(signs) as Network[]).filter((network) => social[network])
  if (networks.length === 0) return null
  return (
    <ul className="-mx-2.5 flex flex-wrap lg:mt-5">
      {networks.map((network) => (
        <li key={network}>
          <a
            href={social[network]}
            rel="noopener me"
            className="grid size-11 place-items-center rounded-control text-muted transition-colors hover:text-primary"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-5.5"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              {signs[network].drawing}
            </svg>
            <span className="sr-only">{signs[network].name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
