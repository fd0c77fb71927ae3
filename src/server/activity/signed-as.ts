type Signer = { name: string; via?: { kind: 'program' | 'assistant'; name: string } | undefined }

/** How the history and the activity log name who has acted: 'Priya Nair by token CRM sync', 'Claude for Priya Nair'. */
export const signedAs = ({ name, via }: Signer): string =>
  via === undefined ? name : via.kind === 'assistant' ? `${via.name} for ${name}` : `${name} by token ${via.name}`
