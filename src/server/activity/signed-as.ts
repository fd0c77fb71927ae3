import { inNameOf } from '#contract/proposals.ts'

type Signer = { name: string; via?: { kind: 'program' | 'assistant'; name: string } | undefined }

/** How the history and the activity log name who has acted: 'Priya Nair by token CRM sync', 'Claude for Priya Nair'. */
export const signedAs = ({ name, via }: Signer): string =>
  via === undefined ? name : via.kind === 'assistant' ? inNameOf(via.name, name) : `${name} by token ${via.name}`
