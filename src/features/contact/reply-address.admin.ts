/** The `mailto:` address of an answer to a request. A subject that is an answer already gets no second `Re:`. */
export function replyAddress({ email, subject }: { email: string; subject: string }): string {
  const answer = /^\s*re\s*:/i.test(subject) ? subject.trim() : `Re: ${subject}`
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(answer)}`
}
