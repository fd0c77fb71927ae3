import { classNames } from './class-names.ts'

/** A decoration for a page that is missing: a line that leaves its path and ends in a question mark. */
export const LostLine = ({ className = 'w-full max-w-md' }: { className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 440 240"
    className={classNames('text-line', className)}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <path d="M0 48h440M0 96h440M0 144h440M0 192h440" />
    <path
      className="text-primary"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      d="M0 144h150c44 0 44-48 88-48h10c40 0 56 24 56 50 0 34-44 40-58 22-16-20 6-66 60-66"
    />
    <circle className="text-accent" fill="currentColor" stroke="none" cx="322" cy="101" r="7" />
    <path
      className="text-edge"
      stroke="currentColor"
      strokeDasharray="2 9"
      strokeLinecap="round"
      strokeWidth="3"
      d="M342 97c30-5 60-1 98-1"
    />
  </svg>
)
