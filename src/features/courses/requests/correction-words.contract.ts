import { type Correction, seatWords } from '../ground/course-requests.contract.ts'

/** The values before a correction, each in words: 'GSTIN 27AAPFU0939F1ZV', '2 people', 'no company'. */
export function correctionWords({ name, phone, people, company, gstin }: Correction['before']): string[] {
  const worded = (value: string | null | undefined, missing: string, label = '') =>
    value === undefined ? [] : [value === null ? missing : `${label}${value}`]
  return [
    ...worded(name, ''),
    ...worded(phone, 'no phone'),
    ...(people === undefined ? [] : [seatWords(people, 'person')]),
    ...worded(company, 'no company'),
    ...worded(gstin, 'no GSTIN', 'GSTIN '),
  ]
}
