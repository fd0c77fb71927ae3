import { type ComponentType, createContext } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: each has its own properties, which the document names
export type PartModule = { default: ComponentType<any> }

/** The parts of still pages that have state, by their names, each with its code. All pages provide it, and only still ones load the code that uses it. */
export const LivePartsContext = createContext<Record<string, () => Promise<PartModule>>>({})
