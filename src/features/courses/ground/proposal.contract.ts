import type { Proposal } from './course-requests.contract.ts'

/** The answer to everyone who asks, also again: true for a request that waits for its button, and for one that has been confirmed. */
export const pressButton =
  'Open our message and press its button: it confirms your request, or a change to one that you have sent before. A mailbox gets at most four such messages a day.'

/** The new values in words: '3 people, Kelp & Co'; empty for a text only. */
export const proposalWords = ({ name, phone, people, company, gstin, wanted }: Omit<Proposal, 'message' | 'at'>) =>
  [
    name,
    phone,
    people !== undefined && `${people} ${people === 1 ? 'person' : 'people'}`,
    company,
    gstin && `GSTIN ${gstin}`,
    wanted && 'other months or days',
  ]
    .filter(Boolean)
    .join(', ')
